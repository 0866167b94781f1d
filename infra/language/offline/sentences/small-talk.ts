// Sentences that state nothing: greetings, thanks, bare answers, and questions. They stay in the raw content, and
// become no fact.
import { anyCase } from '../../patterns.ts'

const WORDS =
  "ha|hi|hello|hey|yo|howdy|good|morning|evening|afternoon|night|thanks|thank|you|thx|ok|okay|k|yes|yeah|yep|yup|no|nope|nah|sure|great|cool|nice|wow|awesome|bye|goodbye|see|ya|later|lol|haha|hahaha|hmm|oh|ah|uh|um|alright|right|got|it|sounds|welcome|you're|so|much|very|a|lot|there|please|perfect|fine|indeed|exactly|totally|absolutely|definitely|true|agreed|np|cheers|take|care|talk|soon|to|too|well|all|that's|and|same|here|amazing|love|hugs|congrats|congratulations|lmao|rofl|hehe|omg|brb|gtg|ttyl|yay|luck|merci|danke|gracias|grazie|obrigado|obrigada|hola|hallo|bonjour|ciao"
const FILLER = anyCase`^(?:(?:${WORDS})(?![\p{L}\p{N}'])[\s\p{P}\p{S}]*){1,8}$`
const VOCATIVE =
  /^(?:hi|hello|hey|thanks|thank you|bye|wow|cheers|congrats|good morning|good evening),? \p{L}+(?:[,!.] (?:i'm )?(?:so |very )?sorry (?:about|to hear|for) (?:that|the (?:trouble|inconvenience|wait|delay)))?[\s\p{P}\p{S}]*$/iu
/** "Yeah, Maria!" */
const CALL = anyCase`^(?:(?:${WORDS}|woohoo|whoa|yup|aw+)[,!.\s]+){1,4}(?<=[,!.]\s*|(?:wow|yeah|yep|yup|woohoo|whoa|sure)\s)(?-i:\p{Lu})\p{L}+[\s\p{P}\p{S}]*$`
const PARTING =
  /^(?:(?:see|catch|talk to) (?:you|ya|u)|have an? (?:\p{L}+ )?(?:day|evening|night|weekend|one|time|trip)|enjoy your (?:day|evening|night|weekend)|no (?:problem|worries)|my pleasure|never ?mind|i see|let me know|take care|sleep well|get well soon|(?:happy|glad) to help|good to (?:know|hear)|let me (?:check|see|look)|one (?:moment|second|sec))(?: (?:on )?(?:soon|later|then|there|around|tomorrow|tonight|next week|(?:mon|tues|wednes|thurs|fri|satur|sun)day|too|as well|at all))*[\s\p{P}\p{S}]*$/iu
/** Words that say nothing as a sentence of their own: "Ha!", "Noted." */
const ALONE =
  /^(?:ha|heh|aha|whoa|phew|aww?|ooh|no way|please do|me|lovely|adorable|wonderful|fantastic|brilliant|excellent|sweet|noted|added|updated|done|booked|understood|gotcha|will do|not (?:yet|really)|i'll try|i could never|impossible|(?:good|great) (?:idea|point|call|plan))[\s\p{P}\p{S}]*$/iu
/** "Thank you so much, you have been really helpful!" */
const THANKING =
  /^(?:many |a thousand )?(?:thanks|thank you|thx)(?: so much| very much| a lot| again)*(?: for (?:the|your|all|all your|all the) (?:quick |great |kind )?(?:help|time|patience|support|advice|info|information|update|reply|tips?))?(?:,? you(?:'ve| have|'re| are) (?:been )?(?:really |so |very )?(?:helpful|kind|great|amazing|the best|a star|a lifesaver))?[\s\p{P}\p{S}]*$/iu
const GREETING_QUESTION =
  /^(?:(?:hi|hey|hello|yo|so|and|well)[,! ]+)?(?:\p{L}+[,!] )?(?:(?:how are (?:you|things)(?: doing| today)*|how's it going|how do you do|what's up|you ok(?:ay)?)(?: \p{L}+)?|(?:really|and you|right)(?=\?))[\s\p{P}\p{S}]*$/iu
const NO_WORDS = /^[^\p{L}\p{N}]*$/u
const LONGEST_FILLER = 80

/** A greeting, a thank-you, a bare yes or no, or a sentence without words. */
export function isFiller(text: string): boolean {
  if (text.length > LONGEST_FILLER) return false
  const plain = text.replaceAll('’', "'").trim()
  return (
    NO_WORDS.test(plain) ||
    [FILLER, ALONE, VOCATIVE, CALL, PARTING, THANKING, GREETING_QUESTION].some((each) =>
      each.test(plain),
    )
  )
}

const ENDS_ASKING = /[?？؟](?:["'”’)\]\s\p{Extended_Pictographic}]|\ufe0f)*$/u

/** True if the sentence ends as questions do. */
export function endsAsking(text: string): boolean {
  return ENDS_ASKING.test(text)
}

const LEAD = String.raw`(?:(?:so|and|but|or|oh|wow|hey|hi|well|also|cool|nice|great|anyway|btw|by the way|haha|lol|ok|okay|hmm|um|yeah|yes|yep|yup|no|really|then|now|woohoo|whoa|aw+|just curious|(?-i:\p{Lu})\p{Ll}+(?=[,!]))[,!.…]*\s+)`
const ASKING = anyCase`^[¿"“'(]*${LEAD}{0,3}(?:what|who|whose|whom|how|where|when|why|which|do|does|did|are|is|am|was|were|can|could|would|will|shall|should|may|might|have|has|had|any|anything|anyone|ain't|\p{L}+n't)(?![\p{L}])`
/** Questions that tell: "Did I tell you that we moved?" */
const TELLING =
  /\b(?:(?:did|have|didn't|haven't) (?:i|you) (?:tell|told|mention|mentioned|hear|heard|know)|(?:do|did|don't) you (?:know|remember)|guess)\b|\b(?:my|our|mine|ours)\b/i
/** A question without an interrogative counts as one if it is this short: "And you?" */
const SHORT_WORDS = 4

/** True for a question that says nothing about its speaker. */
export function onlyAsks(text: string): boolean {
  if (!endsAsking(text) || TELLING.test(text)) return false
  return ASKING.test(text.trimStart()) || text.trim().split(/\s+/u).length <= SHORT_WORDS
}

const MOST_REMARKED = 7
/** A name or a number may be worth more than what it is said beside. */
const NAMES_SOMETHING = /\d|\P{L}(?!I\b)\p{Lu}/u

/** True for a few words that name nothing: "Drives me mad." */
export function onlyRemarks(text: string): boolean {
  const plain = text.trim()
  return plain.split(/\s+/u).length <= MOST_REMARKED && !NAMES_SOMETHING.test(plain)
}

const ANSWERS =
  /^(?:yes|yeah|yep|yup|no|nope|nah|sure|of course|absolutely|definitely|exactly|not (?:yet|really|at all)|never|always|i (?:do|did|am|was|have|will|can)(?:n't| not)?|si|sí|oui|non|ja|nein)(?![\p{L}])/iu

/** A bare answer to a question. */
export function answers(text: string): boolean {
  return ANSWERS.test(text.trimStart().replaceAll('’', "'"))
}

const OF_OTHERS = String.raw`(?:that's|that is|that|this is|it's|it is|what an?|how|sounds?|looks?|glad|great|good|nice|cool|awesome|amazing|wonderful|love|enjoy|keep|way to go|well done|congrat\p{L}*|kudos|thanks|thank|sorry|hope|wish(?:ing)?|let's|can't wait|no (?:worries|problem)|agreed?|appreciate|good luck|take care|stay|i (?:didn't know|had no idea)|i(?: totally| completely| really| so)* (?:agree|appreciate|hope|bet|see|understand|know|can imagine)|i'm (?:so |really |super )*(?:happy|glad|proud|sorry|excited) (?:for|of|to (?:hear|see)|that))`
const REACTION_OPENING = anyCase`^["“]?${LEAD}{0,4}${OF_OTHERS}(?![\p{L}])`
const OF_ONESELF =
  /\b(?:my|our|i've|i was|i went|i got|i just|we went|we got|he|she|they|his|her)\b/i
const OF_WHO_LISTENS = /\byou(?:r|rs|'re|'ve|'ll|rself)?\b/i
const SPEAKING = /\b(?:i|i'm|i've|my|we|our)\b/i

/** True for a sentence that answers another speaker and states nothing new: "That's great, Mel!" */
export function onlyReacts(text: string): boolean {
  const plain = text.replaceAll('’', "'").trim()
  if (OF_ONESELF.test(plain)) return false
  return REACTION_OPENING.test(plain) || (OF_WHO_LISTENS.test(plain) && !SPEAKING.test(plain))
}
