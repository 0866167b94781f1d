// Sentences that end a fact, and sentences that only seem to.
import { expect, test } from 'vitest'
import { readEnds } from '../../../../../infra/language/offline/slots/changes/ends.ts'

const PERSONS = { first: 'user', third: null, bare: true }
const ends = (sentence: string) =>
  readEnds(sentence, PERSONS).map(
    ({ subject, words, value }) =>
      `${subject ?? 'anybody'}${value ? ` ${value}` : ''}: ${words.map((group) => group[0]).join(' ')}`,
  )

test.each([
  ['I stopped volunteering at the shelter.', ['user: volunteering shelter']],
  ['Big news: we left Utrecht for Eindhoven last week.', ['user: utrecht live']],
  ['I left Lyon for Grenoble.', ['user: lyon live']],
  ['I left Leeds for good.', ['user: leeds live']],
  ["I've cut down to two cups of tea a day.", ['user: cups tea day']],
  ['Dan ghosted me.', ['anybody: dan dating']],
  ["My dad's back from holiday.", ["user's father: holiday on"]],
  ['I left teaching.', ['user: teaching', 'user: teaching', 'user: teaching']],
  ['I left teaching materials at home.', []],
  ["I'm back to five days a week.", ['user: work days week']],
  ['I commute to the office every day now.', ['user: work home']],
  ['I go to the office on Tuesdays.', []],
  ['My ex-husband Raj called.', ['anybody: raj married', 'anybody: raj married']],
  ['The divorce from Peter came through.', ['anybody: peter married']],
  ["I took my husband's name.", ['user: name', 'user: name', 'user: name']],
  ['My girlfriend moved in with me.', ['user: live alone', "user's girlfriend: live"]],
  ['The vet put Bruno on a raw diet.', ['anybody: bruno eats food']],
  ['Oasis used to be my favourite band.', ['user: oasis band favourite', 'oasis: favourite band']],
  ["We've put buying a house on ice.", ['user: buying house want']],
  ["I haven't been to the gym in months.", ['user: go gym']],
  ["I haven't done yoga in ages.", ['user: do yoga']],
  ['My marathon days are over.', ['user: marathon', 'anybody: marathon days']],
  ["It's tree nuts I'm allergic to, not shellfish.", ['user: shellfish allergic']],
  ["We're going to Croatia this summer, not Italy.", ['user: italy going']],
  ['I work with people from Siemens, not Bosch.', []],
  ['My pottery class ended.', ['user: pottery class']],
  ['The yoga lesson was fun.', []],
  ['I went off the pill.', ['user: pill']],
  ["I've been smoke-free for months.", ['user: smoke']],
  ["Eva's back home with us.", ['eva: live']],
  ["Eva's back home with us for Christmas.", []],
  ['I ditched keto, too much hassle.', ['user: keto']],
  ['I finally kicked the nail-biting habit.', ['user: nail biting']],
  ['I came off the antidepressants over the summer.', ['user: antidepressants']],
  ['My arm has healed.', ['anybody: arm broken']],
  ['My rash has cleared up.', ['anybody: rash']],
  ['The cast is off and my arm has healed.', ['anybody: cast', 'anybody: arm broken']],
  ['My bike was stolen and our car died.', ['anybody: bike']],
  [
    'I got my bike fixed.',
    ['anybody: bike broken', 'user no: have fixed', 'user: fixed', 'user: fixed thinking'],
  ],
  ['I drink wine now, mostly with dinner.', ['user no: drink', 'user: wine free']],
  ['Matteo and I are over.', ['anybody: matteo dating']],
  ['Matteo and I are over the moon.', []],
  ['I quit the restaurant.', []],
  [
    'My nan moved into a care home.',
    ["user's nan: live with", "user's nan: live alone", "user's nan: staying until"],
  ],
  ["My uncle's been sober for a year.", ["user's uncle: drink much"]],
  ['I handed in my notice at Deloitte and my last day is Friday.', []],
  ['We left Turin for Genoa this morning.', []],
  ['We left Turin for Genoa, the train was packed.', []],
  ['We left Turin for coffee.', []],
  ["I'm up to 8 km a day.", ['user: km day']],
  ["I'm down to 2 coffees a day now.", ['user: coffees day']],
  ["I'm up to 9 hours a day.", []],
  ["It's up to 8 km a day.", []],
  ['I used to play the violin, but I gave it up.', ['user: play violin']],
  ['I no longer smoke.', ['user: smoke']],
  ["I don't bake bread any more.", ['user: bake bread']],
  ['Sold the Civic and bought a Tesla Model 3.', ['user: civic']],
  ['I got rid of my old piano.', ['user: piano']],
  ['Finished Dune.', ['user: dune']],
  ['My doctor took me off metformin.', ['user: metformin']],
  ['I switched from Mac to Linux.', ['user: mac']],
  ['I switched to light mode.', ['user: mode']],
  ['Rex passed away last week.', ['anybody: rex']],
  ['The trip to Rome was cancelled.', ['anybody: trip rome', 'anybody: trip']],
  ['Tom and I broke up.', ['anybody: tom dating']],
  ['I cancelled my gym membership.', ['user: gym membership']],
  ['I dropped out of the choir.', ['user: choir']],
  ['I left the band.', ['user: band']],
  ["It's cool when the final product is done.", []],
  ["Grandma's birthday party is cancelled.", ['anybody: grandma birthday party']],
  ['Found the passport!', ['anybody: passport lost']],
  ['Pickles turned up in the shed.', ['anybody: pickles lost']],
  ['I was discharged on Friday.', ['user: hospital']],
  ['The cast came off this morning.', ['anybody: cast']],
  ['Greg and I patched things up.', ['anybody: greg separated']],
  ['I got hired at the shipyard!', ['user: unemployed out']],
  ["I've paid my brother back.", ['user: brother owe']],
  ["I've paid off the car loan completely.", ['user: car loan']],
  ['Jo and Pat had their little boy last night.', ['anybody: jo expecting']],
  ['I bought the drone!', ['user: drone saving']],
  ['I bought the boat.', ['user: boat saving']],
  ['Hugo and Celine called off their engagement.', ['anybody: hugo engaged']],
  ['Tilda and Paul got divorced.', ['anybody: tilda paul dating']],
  ["Keto wasn't for me.", ['user: keto']],
  ["It's over with Mateo.", ['user: mateo']],
  ['VS Code has replaced Sublime as my main editor.', ['user: sublime']],
  ['We changed vets.', ['user: vet']],
  ['A fox took all the hens.', ['anybody: hens']],
  ['Freya left me a month ago.', ['anybody: freya dating']],
  ['Freya left me a message.', []],
  ['I left Hillcrest, I teach at Riverside now.', ['user: hillcrest']],
  ['I left Hillcrest at noon.', []],
  ['Ingrid took over from Marcus as our team lead.', ['anybody: marcus team lead']],
  ['My doctor upped the sertraline to 100 mg.', ['anybody: sertraline mg']],
  ["I don't go to the gym any more.", ['user: going gym']],
  ['I moved my haircut from 1 June to 5 June.', []],
  ['I used to speak Arabic only at home.', []],
  ['I bought a drone for my son.', []],
  ['I found a passport in the street.', []],
  ['I had to put Max down last week.', ['anybody: max']],
  ['We put our dog Rex to sleep.', ['anybody: rex']],
  ['I had to put Ella down for a nap.', []],
  ['I put my phone down.', []],
  ['I closed my bakery.', ['user: bakery']],
  ['I closed my laptop.', []],
  ["I'm done with Duolingo.", ['user: duolingo']],
  ["I'm done with my laptop for today.", []],
  ['I dropped my statistics class.', ['user: statistics class']],
  ['I dropped Spanish.', ['user: spanish']],
  ['I dropped my phone.', []],
  ["I finished today's Duolingo lesson.", []],
  ['I lost my wife in the crowd.', []],
  ['I lost Rex but found him again.', []],
  ['I cancelled my Netflix evening.', ['user: netflix evening']],
  ['I cancelled my meeting with Lee.', ['user: meeting lee']],
  ["I don't drink coffee after noon.", ['user: drink coffee noon']],
  ['Lena and I split the bill.', []],
  ['The train was cancelled this morning.', []],
  ['We moved to the big table at the back.', []],
  ['I switched to a small notebook with squared paper.', ['user: notebook']],
  ["I don't eat meat.", ['user: eat meat']],
  [
    'I started drinking wine again.',
    [
      'user no: wine gave',
      'user: wine free',
      'user no: drinking wine',
      'user: skip wine',
      'user no: started drinking wine',
    ],
  ],
  ['Nora quit playing chess.', ['nora: playing chess']],
  ['We had to give Miso away because of my allergy.', ['user: miso']],
  ['I gave my bike away.', ['user: bike']],
  ['I had to sell the boat.', ['user: boat']],
  ['I had to stop running.', ['user: running']],
  ['My Vespa was stolen, I take the tram now.', ['anybody: vespa']],
  ['I stopped going to the gym.', ['user: going gym']],
  ['I cancelled the trip to Oslo.', ['user: trip oslo', 'user: trip oslo']],
  ['I cancelled my holiday.', ['user: holiday', 'user: holiday']],
  ['I gave Kiwi to my neighbour.', ['user: kiwi']],
  ['My son has outgrown his egg allergy.', ["user's son no: egg eat", "user's son: egg allergy"]],
  ['I switched to oat milk in my tea.', ['user: milk']],
  ['I transferred to the marketing team.', ['user: team']],
  ["I moved out of my parents' house.", ['user: parents']],
  ['I moved out of the flat.', ['user: flat']],
  ['We changed our destination from Prague to Lisbon.', ['user: prague']],
  ["I'm done with Emma.", ['user: emma']],
  ['Jonas is my ex now.', ['anybody: jonas dating']],
  ['We had to put Bruno down.', ['anybody: bruno']],
  ["I'm not flying to Oslo after all.", ['user: flying']],
  ['I closed my bakery.', ['user: bakery']],
  ['I lost my camera in Rome.', ['user: camera']],
  ['I sold the flat in Nice.', ['user: nice']],
  ['I skip breakfast these days.', ['user: breakfast eat']],
  ['I skip breakfast on Sundays.', []],
  ['I came off keto.', ['user: keto']],
  ['I came off my bike.', []],
  ["Camping isn't my thing any more.", ['user: camping love']],
  ['My gym membership has expired.', ['user: gym membership']],
  ['Dinner on Saturday is off.', ['anybody: dinner saturday']],
  ['Dinner is off.', ['anybody: dinner monday', 'anybody: dinner trip']],
  ['They cancelled the interview.', ['user: interview']],
  ['Joe bailed on us.', ['user: joe meeting']],
  ['If the party is off, call me.', []],
  ['One of the goldfish died.', ['user: goldfish']],
  ['One of his bikes was stolen.', []],
  ['We adopted a third cat.', ['user: cat']],
  ['Done with season two of The Wire.', ['user: season two wire']],
  ['I put Emma aside.', ['user: emma reading']],
  ['I put Emma aside for a moment.', []],
  ['Kiwi flew away.', ['anybody: kiwi']],
  ['My brother and Carla got divorced.', ['anybody: brother carla dating']],
  ['Lea and Jon are separated now.', ['anybody: lea jon dating']],
  ['Lea and Jon are separated by an ocean.', []],
  ['I moved in with my boyfriend.', ['user: live alone']],
  [
    'My roommate moved out last week.',
    ["user's roommate: live with", 'user: roommate', 'user: live with my roommate'],
  ],
  ["I'm finally over Nina.", ['user: nina crush']],
  ["I'm over at Nina's place.", []],
  ['No more sugar in my tea.', ['user: sugar tea']],
  ['I sold my coin collection.', ['user: coin collect', 'user: coin collection']],
  ['I handed the U12 team over to Jan.', ['user: u12 team coach']],
  ['I handed the keys over to Jan for a moment.', []],
  ["I don't do yoga these days.", ['user: yoga']],
  ["I don't do yoga after lunch these days.", []],
  ['I switched my Casio for a Garmin.', ['user: casio']],
  ['I moved from VS Code to Neovim.', ['user: vs code use']],
  ['My sister moved from Chrome to Firefox.', ["user's sister: chrome use"]],
  ["We're not going to Crete.", ['user: crete trip']],
  ["We're not going to Crete this week.", []],
  ['I decided to study medicine instead.', ['user: planning study', 'user: study']],
  ['I changed my major to chemistry.', ['user: study']],
  ['I was moved to the Gemini project.', ['user: project on']],
  ['The puppy found a forever home.', ['anybody: puppy fostering']],
  ['The concert on Friday got cancelled.', ['anybody: concert friday', 'anybody: concert']],
])('given %j, then %j', (sentence, expected) => {
  expect(ends(sentence)).toEqual(expected)
})

test.each([
  'Did you stop playing the violin?',
  'I want to stop playing the violin.',
  'If I sold the Civic, I would walk.',
  'My friend said "I sold the Civic".',
  "I'm used to playing the violin.",
  'I got used to the noise.',
  'I left early.',
  'I would have had to sell the boat.',
  'I gave my mother a call.',
  'I gave my number to Tom.',
  'I gave Anna a book.',
  "I'm done with that for today, I think.",
  "I don't know the violin.",
  "I don't think so.",
  'I might have sold the Civic.',
  'People stopped playing the violin.',
  'We had a great day at the shelter.',
])('given %j, then nothing ends', (sentence) => {
  expect(ends(sentence)).toEqual([])
})

test('given wine, then it is alcohol too: drinking wine is drinking alcohol', () => {
  expect(readEnds('I started drinking wine.', PERSONS)[0]!.words).toContainEqual([
    'wine',
    'alcohol',
  ])
})

test('given an allergy that is over, then it may be known as being allergic', () => {
  const [ended] = readEnds('I got rid of my egg allergy.', PERSONS)
  expect(ended!.words[1]).toContain('allergic')
})

test('given dairy that is given up, then milk is too', () => {
  expect(readEnds('I cut out dairy.', PERSONS)[0]!.words[0]).toContain('milk')
})

test('given a trip that is off, then it may be known as a flight', () => {
  const [ended] = readEnds('I cancelled my trip to Oslo.', PERSONS)
  expect(ended!.words[0]).toContain('flying')
})

test('given "me and Megan" who parted, then the couple is sought', () => {
  const found = readEnds("Me and Megan aren't together any more.", PERSONS)
  expect(found.map(({ words }) => words.map(([word]) => word))).toContainEqual(['megan', 'dating'])
})

test('given a driving licence, then who was learning to drive can', () => {
  const ended = (sentence: string) => readEnds(sentence, PERSONS).map(({ words }) => words.flat())
  expect(ended('I finally got my driving licence!')[0]).toContain('driving')
  expect(ended('I got my driving licence back.').flat()).not.toContain('driving')
})
