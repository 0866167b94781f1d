// Countries, by the cities that people tell of: a question of a country finds a fact that names its city alone. Written
// from common knowledge.

export const PLACES: readonly (readonly [asked: string, told: string])[] = [
  ['ireland irish', 'dublin cork galway limerick'],
  ['scotland scottish', 'edinburgh glasgow aberdeen inverness dundee'],
  ['wales welsh', 'cardiff swansea'],
  [
    'england english uk',
    'london manchester liverpool leeds bristol birmingham york oxford cambridge',
  ],
  ['france french', 'paris lyon marseille nice bordeaux toulouse lille nantes strasbourg'],
  ['germany german', 'berlin munich hamburg cologne frankfurt stuttgart leipzig dresden'],
  ['italy italian', 'rome milan naples turin florence venice bologna genoa sicily tuscany'],
  ['spain spanish', 'madrid barcelona valencia seville bilbao malaga'],
  ['portugal portuguese', 'lisbon porto faro madeira'],
  ['netherlands holland dutch', 'amsterdam rotterdam utrecht hague'],
  ['belgium belgian', 'brussels antwerp ghent bruges'],
  ['switzerland swiss', 'zurich geneva basel bern'],
  ['austria austrian', 'vienna salzburg graz innsbruck'],
  ['poland polish', 'warsaw krakow gdansk wroclaw poznan'],
  ['norway norwegian', 'oslo bergen trondheim'],
  ['sweden swedish', 'stockholm gothenburg malmo uppsala'],
  ['denmark danish', 'copenhagen aarhus'],
  ['greece greek', 'athens thessaloniki crete'],
  ['turkey turkish', 'istanbul ankara izmir'],
  ['japan japanese', 'tokyo osaka kyoto'],
  ['china chinese', 'beijing shanghai shenzhen'],
  ['pakistan pakistani', 'lahore karachi islamabad'],
  ['india indian', 'delhi mumbai bangalore chennai kolkata'],
  ['australia australian', 'sydney melbourne brisbane perth'],
  ['canada canadian', 'toronto vancouver montreal ottawa calgary'],
  [
    'america american usa us',
    'nyc chicago boston seattle miami houston dallas austin denver philadelphia texas florida california',
  ],
]
