// Everyday concepts: groups of English words that stand near each other in what people tell of their lives and work.
// The offline embedding uses them to bring 'kids' near 'daughter'. Written from common knowledge, by subject; a word
// may belong to several groups.
import { terms } from '../terms.ts'

const GROUPS: readonly string[] = [
  'child kid son daughter baby toddler infant teenager boy girl parenting parent',
  'mother mom mum father dad parent grandmother grandma grandfather grandpa',
  'family relative sibling brother sister cousin aunt uncle niece nephew grandparent',
  'husband wife spouse partner fiance fiancee boyfriend girlfriend date relationship romantic',
  'marry wedding engaged engagement bride groom anniversary honeymoon marriage divorce single',
  'friend buddy pal mate acquaintance friendship neighbor neighbour',
  'job work career profession occupation employer company business employee position role office',
  'hire fire layoff resign quit promote promotion interview salary raise internship',
  'boss manager supervisor colleague coworker teammate team staff',
  'money financial finance income budget afford wealth rich poor debt loan savings pay cost price',
  'buy purchase get order shop shopping store acquire',
  'sell sale market customer client deal vendor',
  'home house apartment flat residence live residence mortgage rent condo',
  'move relocate relocation settle immigrate emigrate hometown',
  'city town country state region place area village neighborhood location',
  'travel trip journey vacation holiday visit tour tourist abroad flight',
  'hotel hostel airbnb resort booking reservation',
  'car vehicle truck drive auto automobile van motorcycle bike bicycle',
  'train bus subway metro tram commute transit',
  'plane airport airline flight fly',
  'beach sea ocean coast lake river swim surf island',
  'mountain hike trail climb peak hill camp camping forest outdoors nature outdoor park',
  'pet dog puppy cat kitten animal hamster rabbit bird fish breed adopt',
  'food eat meal dish cuisine dinner lunch breakfast snack restaurant',
  'cook bake recipe kitchen chef roast grill ingredient',
  'cake dessert sweet chocolate cookie pie pastry sugar ice-cream candy',
  'fruit vegetable salad vegan vegetarian diet healthy nutrition',
  'meat chicken beef pork fish seafood steak',
  'drink coffee tea beer wine juice soda water alcohol',
  'allergy allergic intolerance intolerant gluten dairy lactose nut',
  'health healthy ill illness sick disease condition diagnosis symptom medical',
  'doctor physician hospital clinic nurse dentist surgeon surgery therapist therapy',
  'medicine medication pill drug prescription dose treatment',
  'injury hurt pain injure ache wound accident sprain fracture',
  'mental stress anxiety anxious depression therapy counseling counselor psychology',
  'exercise workout gym fitness yoga training train jog run weight cardio',
  'sport game match team league tournament competition championship player',
  'basketball football soccer baseball tennis golf hockey volleyball score',
  'hobby interest pastime leisure enjoy passion activity',
  'paint painting draw drawing art artist sketch artwork sculpture canvas gallery craft pottery',
  'music song band concert sing singer album guitar piano violin instrument musician',
  'dance dancing dancer ballet choreography',
  'movie film cinema show series tv actor watch director theater',
  'book read novel author story literature library poem poetry writer write',
  'game videogame gaming console play player board puzzle chess',
  'photo photograph picture camera image photography portrait',
  'school class student teacher grade education lesson classroom',
  'university college degree graduate major campus professor diploma study course',
  'learn study practice train skill teach education tutorial',
  'language speak english spanish french german translate fluent',
  'computer laptop software program code app developer engineer programming tech technology',
  'phone mobile smartphone call text message email chat',
  'internet online website blog post social media web',
  'volunteer charity donate donation fundraiser nonprofit community shelter cause',
  'help support assist aid encourage encouragement',
  'happy glad joy excited delighted cheerful pleased thrilled',
  'sad upset unhappy grief heartbroken cry disappointed lonely',
  'angry mad furious annoyed frustrated irritate',
  'afraid scared fear nervous worried worry anxious',
  'love like enjoy favorite favourite prefer preference fond adore',
  'hate dislike despise avoid',
  'want wish hope desire dream goal aspire ambition',
  'plan intend schedule future upcoming goal aim',
  'begin start commence launch open found establish',
  'finish end complete stop conclude quit',
  'receive get gift present give award prize medal certificate',
  'win victory champion prize award achieve achievement success succeed trophy',
  'lose loss defeat fail failure setback',
  'birthday party celebrate celebration anniversary festival event holiday',
  'christmas thanksgiving easter halloween holiday',
  'religion church faith god pray prayer spiritual temple mosque belief',
  'politics government election vote campaign policy candidate mayor law',
  'military army veteran soldier navy war',
  'police law lawyer court crime legal judge attorney',
  'weather rain snow storm sunny flood hurricane temperature',
  'summer winter spring autumn fall season',
  'garden plant flower tree grow gardening seed',
  'clothes clothing wear dress shirt shoe jacket fashion outfit jewelry necklace',
  'color colour red blue green yellow black white',
  'sleep bed rest tired nap insomnia',
  'old age young year birthday born elderly',
  'die death pass funeral grief mourn late',
  'name call nickname title',
  'near close nearby local far distance',
  'meeting appointment call agenda schedule conference',
  'project task deadline milestone deliver deliverable',
  'problem issue bug error difficulty challenge obstacle trouble',
  'fix repair solve renovate resolve restore maintenance',
  'order delivery ship shipping package refund return',
  'subscribe subscription account plan cancel upgrade',
  'inspire inspiration motivate motivation encourage influence',
  'identity gender transgender gay lesbian lgbtq queer bisexual',
]

function groupsByStem(): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>()
  for (const words of GROUPS) {
    const name = words.slice(0, words.indexOf(' '))
    for (const stem of new Set(terms(words))) groups.set(stem, [...(groups.get(stem) ?? []), name])
  }
  return groups
}

const groups = groupsByStem()

/** The names of the concepts that a search term (a stem) belongs to; empty for most. */
export function conceptsOf(term: string): readonly string[] {
  return groups.get(term) ?? []
}
