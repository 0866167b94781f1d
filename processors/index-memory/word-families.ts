// Words of one family, which no suffix rule joins (related-words.ts): a family a line or between bars. Written from
// common knowledge.

export const FAMILIES = `
injure injury|marry marriage wedding anniversary|allergy allergic|photo photograph photography photographer
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
child childhood kid|born birth birthplace|subscribe subscription subscriber|fly flight plane airport airline
heat heating heater radiator boiler|sing choir chorus|key keys lock locked|flower bouquet florist
vaccine vaccination jab|infect infection|obsess obsession|register registration|reserve reservation booking
qualify qualification|licence license driving|certify certificate|rehearse rehearsal|renovate renovation
intolerant intolerance|train railway station|caffeine coffee espresso|alcohol alcoholic teetotal teetotaller sober
snore snoring|therapy therapist|accommodation hotel hostel airbnb`
