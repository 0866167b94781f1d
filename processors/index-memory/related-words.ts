// Words that are near each other in what people tell, so that a question with one finds a fact with another, by a
// fainter match than a common word's: words of one family ("injured", "injury"), which no suffix rule joins, and kinds of
// things that are too wide to count as the word itself (everyday-words.ts has the narrow ones). Written from common
// knowledge.

const FAMILIES = `
injure injury|marry marriage wedding|allergy allergic|photo photograph photography photographer
art artist artistic|music musician musical|paint painter|science scientist scientific
counsel counselor counsellor|succeed success|advise advice|lose loss loser|sell sale seller
choose choice|die death|grow growth|strong strength strengthen|recover recovery
discover discovery|deliver delivery|bake baker bakery|teach teacher|drive driver|run runner
sing singer song|act actor actress|train trainer|compete competition competitor|propose proposal
decide decision|invite invitation|perform performance performer|apply application|arrive arrival
believe belief|bury burial|collect collection collector|create creator creativity
depress depression|describe description|destroy destruction|employ employer employee
enter entry entrance|expect expectation|fail failure|fly flight|freeze frozen|health healthy
hunger hungry|imagine imagination|introduce introduction|know knowledge|lonely loneliness
maintain maintenance|manage manager|mystery mysterious|nation national|own owner
participate participant|pay payment|pray prayer|prefer preference|prepare preparation
produce product production|publish publication publisher|receive receipt
recommend recommendation|remove removal|respond response|safe safety|serve service
solve solution|speak speech speaker|survive survivor survival|swim swimmer|tradition traditional
travel traveler traveller|treat treatment|vary variety various|visit visitor|weigh weight
write writer|young youth|design designer|develop developer|engineer engineering
game gamer gaming|garden gardener gardening|hike hiker|dance dancer|climb climber|bike biker
blog blogger|program programmer|research researcher|lead leader leadership|support supporter
donate donation donor|politics political politician|friend friendship|mentor mentorship
parent parenthood|emotion emotional|finance financial|economy economic
history historical historian|technology technical tech|beauty beautiful
courage courageous brave bravery|patient patience|kind kindness|religion religious
mountain mountaineer|volunteer voluntary|hurt painful pain|stress stressful|care caring
think thought|marathon marathoner|surf surfer|ski skier|box boxer|cook cooking|read reader
play player|coach coaching|win winner|tour tourist tourism|adventure adventurous
optimist optimistic|ambition ambitious|motive motivate motivation|inspire inspiration
graduate graduation|adopt adoption|culture cultural|community communal|profession professional
nutrition nutritious nutritionist|medicine medical medication|meditate meditation|mental mind
anxious anxiety|nervous nervousness|dream dreamer|move mover|rescue rescuer|help helper helpful
build builder building|farm farmer|fish fisherman fishing|hunt hunter
camp camper campsite camping|fight fighter|law lawyer legal|crime criminal|piano pianist
guitar guitarist|violin violinist|drum drummer|poem poet poetry|novel novelist
journal journalist journalism|library librarian|magic magician magical
electric electrician electricity|pharmacy pharmacist|account accountant accounting|real reality
honest honesty|loyal loyalty|generous generosity|confident confidence|jealous jealousy
curious curiosity|responsible responsibility|possible possibility|able ability
similar similarity|popular popularity|equal equality|diverse diversity|identity identify
social society|retire retirement pension|operate operation surgery surgeon|emigrate emigration immigrate
repair fix|love adore|jog jogger run|rent rental tenant landlord|neighbor neighbourhood neighborhood
cost price charge|owe debt|insure insurance insurer|invest investment investor|elect election|translate translator
nurse nursing|farm farmland|brew brewery brewer|sew sewing seamstress|carve carving|trade trader|breed breeder
contract contractor|consult consultant|assist assistant|inherit inheritance heir|divorce divorced separated
admire admiration idol|celebrate celebration party
fund finance scholarship grant|supervise supervisor|coach trainer|hear hearing deaf|sight blind eye glasses
walk walker walking|ride rider riding|sail sailor sailing|ski skiing|volunteer volunteering|allergy allergen
sleep asleep insomnia tired|tire tired fatigue|diet dietary|smoke smoker cigarette|drink drinker drunk
earn earnings income|spend expense budget|save savings|lend loan borrow|buy purchase|teach tutor lesson
submit submission deadline due hand|expire expiry renew|commute commuter|park parking
child childhood kid|born birth birthplace`

const KINDS: readonly (readonly [asked: string, told: string])[] = [
  [
    'country abroad',
    'france germany italy spain portugal netherlands belgium switzerland austria ireland england scotland wales britain uk sweden norway denmark finland iceland poland czech hungary greece turkey russia ukraine croatia romania usa america canada mexico brazil argentina chile peru colombia cuba jamaica japan china korea india thailand vietnam indonesia malaysia singapore philippines australia zealand egypt morocco kenya nigeria africa israel nepal pakistan dubai',
  ],
  [
    'europe european',
    'france germany italy spain portugal netherlands belgium switzerland austria ireland england scotland wales britain uk sweden norway denmark finland iceland poland hungary greece croatia romania paris london rome madrid barcelona berlin vienna prague amsterdam lisbon athens',
  ],
  [
    'asia asian',
    'japan china korea india thailand vietnam indonesia malaysia singapore philippines tokyo beijing seoul bangkok',
  ],
  [
    'city town',
    'paris london rome madrid barcelona berlin vienna prague amsterdam lisbon athens dublin edinburgh stockholm moscow istanbul tokyo kyoto beijing shanghai seoul bangkok sydney melbourne toronto vancouver montreal chicago boston seattle miami houston dallas austin denver philadelphia phoenix atlanta detroit portland orlando nyc brooklyn manhattan',
  ],
  [
    'state us',
    'texas florida california oregon washington nevada arizona colorado utah michigan ohio illinois georgia virginia carolina tennessee kentucky alabama louisiana minnesota wisconsin massachusetts connecticut vermont maine hawaii alaska montana idaho wyoming jersey pennsylvania',
  ],
  [
    'nature outdoors',
    'mountain lake forest river trail waterfall hike hiking camping sunset beach wildlife ocean valley canyon meadow scenery woods',
  ],
  ['beach', 'ocean sea coast shore surf'],
  ['weather', 'rain snow storm sunny cloudy windy thunderstorm heatwave hurricane'],
  ['season', 'winter summer spring autumn'],
  [
    'emotion feel',
    'happy sad excited nervous anxious proud grateful thankful thrilled relieved upset scared overwhelmed frustrated disappointed lonely content hopeful',
  ],
  [
    'achievement accomplishment award',
    'trophy medal won winning certificate record milestone honor title champion promoted published',
  ],
  ['gift present', 'necklace bracelet bouquet flowers'],
  ['collect collection', 'memorabilia figurine stamp coin vinyl antique autograph souvenir jersey'],
  ['item thing', 'necklace ring bracelet watch figurine bag shoes toy lamp painting'],
  ['jewelry', 'necklace ring bracelet earrings pendant'],
  ['furniture', 'sofa couch table chair desk bed bookshelf dresser'],
  [
    'animal wildlife',
    'bird deer bear fox horse cow sheep goat pig duck lion tiger elephant monkey whale dolphin turtle butterfly',
  ],
  ['vehicle', 'truck motorcycle van scooter car rv'],
  ['accident', 'crash crashed collision wreck'],
  ['disaster', 'flood hurricane earthquake wildfire tornado storm'],
  [
    'genre',
    'fantasy mystery thriller romance fiction horror comedy drama documentary scifi jazz rock pop classical folk metal',
  ],
  ['book fiction read', 'fantasy mystery thriller series author novel chapter'],
  ['author', 'novelist writer poet'],
  ['video game', 'xbox playstation nintendo console rpg multiplayer gaming esports'],
  ['show series tv', 'episode season netflix sitcom'],
  ['music', 'rock jazz pop classical folk guitar piano violin orchestra concert band'],
  ['artist musician band', 'singer rapper guitarist'],
  [
    'recipe dish food meal',
    'soup stew salad curry roast grilled casserole stirfry omelet smoothie pasta pizza',
  ],
  ['snack', 'chips candy cookies popcorn nuts crackers granola'],
  ['healthy', 'vegetables salad fruit veggies quinoa wholegrain'],
  ['exercise workout', 'pushups squats weights strength sprint stretching boxing hiking walking'],
  ['injury hurt', 'ankle knee sprain surgery wound broke broken injured concussion'],
  [
    'illness disease health condition',
    'cold covid virus stroke cough nausea surgery hospital diagnosed checkup doctor',
  ],
  ['mental health', 'therapy therapist counseling anxiety depression stress'],
  ['money finance financial', 'salary bank debt loan mortgage savings budget rent bills afford'],
  [
    'charity cause',
    'shelter homeless nonprofit foundation fundraising donate donation volunteering',
  ],
  ['volunteer', 'shelter homeless nonprofit fundraiser'],
  [
    'religion religious spiritual',
    'church mosque temple pray prayer bible god faith priest worship',
  ],
  [
    'politics political',
    'election vote campaign mayor council government liberal conservative rights activist',
  ],
  ['patriotic military', 'army navy veteran soldier military serve flag country'],
  ['technology', 'app software website robot drone ai coding programming computer'],
  ['allergy allergic', 'swell rash hives itch itchy sneeze reaction anaphylaxis'],
  [
    'language speak',
    'english french spanish german italian portuguese dutch polish russian ukrainian turkish greek swedish norwegian danish finnish czech hungarian romanian hindi bengali urdu tamil arabic hebrew persian mandarin cantonese chinese japanese korean vietnamese thai swahili fluent bilingual',
  ],
  ['income money earn', 'salary wage scholarship pension stipend allowance grant freelance'],
  [
    'study studies degree university',
    "master's masters bachelor's bachelor phd doctorate thesis diploma semester",
  ],
  ['headache pain', 'migraine migraines'],
  ['race competition event', 'marathon triathlon regatta tournament 10k'],
  [
    'fit fitness exercise sport',
    'run running jog jogging gym swim cycle yoga pilates marathon walk training',
  ],
  ['roommate flatmate', 'share flat apartment'],
  ['software program app system', 'ubuntu linux windows macos android ios photoshop excel'],
  ['live home house', 'moved settled bungalow cottage farmhouse villa flat apartment'],
  ['surgery operation', 'replacement transplant cataract bypass appendix'],
  ['customer', 'client'],
  ['client', 'customer'],
  ['beverage drink', 'coffee tea juice wine beer lemonade water'],
  ['grocery supermarket food shop', 'shop supermarket market tesco aldi lidl walmart'],
  ['winter', 'december january february snow'],
  ['spring', 'march april may'],
  ['summer', 'june july august'],
  ['autumn fall', 'september october november'],
  ['neighbour neighbor', 'door upstairs downstairs'],
  ['cook meal dinner food', 'eat eats vegan vegetarian fish meat'],
  ['hobby interest pastime', 'allotment greenhouse choir club collect build restore'],
  ['tool equipment', 'drill saw hammer printer camera'],
  ['appliance', 'washing dishwasher fridge oven dryer boiler kettle vacuum'],
  ['repair fix broken wrong', 'leak leaking failed cracked broke stuck faulty flat'],
  ['sick ill wrong health', 'hurt pain sore swollen infection fever surgery hip knee'],
  ['chore household', 'clean laundry dishes iron vacuum cook shop'],
  ['look after care babysit', 'nanny babysitter minder feeds feed carer'],
  ['child kid babysitter', 'nanny'],
  ['worry worried', 'anxious afraid nervous concerned'],
  ['deadline due', 'hand submit return exam'],
  ['address postcode', 'street road avenue lane rue'],
  ['office workplace work', 'studio coworking desk'],
  ['loan debt money', 'owe borrowed lent mortgage'],
  ['price fee rate cost pay', 'charge euro dollar pound'],
  [
    'job career occupation profession',
    'driver pilot farmer baker butcher plumber nurse vet doctor dentist judge soldier officer secretary clerk manager architect analyst consultant translator illustrator editor tailor hairdresser librarian pharmacist professor researcher physicist chemist biologist electrician builder gardener fisherman waiter salesman cleaner carer',
  ],
  ['art artist', 'illustrator sculptor potter'],
  ['tax', 'vat accountant return'],
  ['language', 'tutor accent grammar'],
  ['intolerance allergy', 'intolerant allergic'],
  ['drink alcohol', 'sober teetotal pub'],
  ['childhood hometown origin', 'grew raised born'],
  ['ill sleep problem', 'badly insomnia awake'],
  ['alive dead', 'died passed widow widower funeral'],
  ['die death dead', 'passed'],
  ['couple partner', 'wife husband girlfriend boyfriend fiance'],
  ['energy utility supplier provider', 'gas electricity broadband internet'],
  ['insurance cover', 'policy insured premium'],
  ['newspaper magazine news', 'guardian times gazette tribune economist'],
  ['tablet device', 'ipad'],
  ['phone device', 'iphone android pixel samsung'],
  ['wish want dream', 'hope dream wanted'],
  ['interest hobby passion like', 'mad keen obsessed fan fascinated crazy'],
  ['grandson granddaughter grandchild', 'grandchildren twin'],
  ['social media', 'instagram facebook youtube tiktok twitter'],
  ['color colour', 'red blue green yellow purple pink orange black white grey gray'],
  ['wedding marry', 'bride groom ceremony honeymoon vows'],
  ['relationship', 'dating girlfriend boyfriend married'],
  [
    'job work career',
    'hired promotion promoted intern internship interview fired resigned boss office',
  ],
  [
    'job career occupation profession',
    'teacher engineer nurse lawyer chef doctor programmer developer designer artist writer actor musician coach accountant counselor scientist photographer mechanic',
  ],
  [
    'degree major study studies',
    'psychology biology engineering economics chemistry physics philosophy',
  ],
  ['education school', 'college university degree class graduate graduated tutor'],
  ['dance', 'ballet salsa tango hiphop waltz'],
  [
    'art painting',
    'canvas watercolor portrait abstract gallery sculpture pottery sketch landscape',
  ],
  [
    'place location',
    'park cafe restaurant museum beach lake mountain castle library theater gallery bar gym',
  ],
  [
    'hobby interest activity',
    'reading writing collecting painting cooking gaming drawing knitting kayaking',
  ],
  ['activity', 'hike swim camp picnic museum movie bowling'],
  [
    'family member relative',
    'mother father brother sister aunt uncle cousin nephew niece grandma grandpa grandmother grandfather',
  ],
  ['friend people meet', 'met buddy pal teammate colleague'],
  ['support help', 'encourage comfort motivate listen'],
  [
    'trait personality character',
    'kind caring thoughtful brave honest passionate dedicated determined creative resilient loyal generous',
  ],
  ['goal plan future', 'hope hoping dream dreaming aim planning want'],
  ['device gadget', 'smartwatch watch phone tablet laptop computer console'],
]

/** The words of questions, and the words of facts that they find. */
export const RELATED: readonly (readonly [asked: string, told: string])[] = [
  ...FAMILIES.trim().split(/[|\n]/).flatMap(membersOf),
  ...KINDS,
]

/** Each word of a family is asked for with the others. */
function membersOf(family: string): [asked: string, told: string][] {
  const words = family.split(' ')
  return words.map((told) => [words.filter((word) => word !== told).join(' '), told])
}
