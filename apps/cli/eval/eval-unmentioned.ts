// Questions about things that no speaker mentions in the written conversations: the right answer is the empty one.
// `{name}` is a speaker. They cover every kind of question that people ask a memory, and share ordinary words with the
// conversations.
import type { Conversation } from './eval-dataset.ts'

const neverMentioned: readonly string[] = [
  'What is the registration number of my motorboat?',
  'Which submarine did {name} serve on?',
  'What blood group does {name} have?',
  'Who is the notary that drew up our prenuptial contract?',
  'How many solar panels are on the roof?',
  'What did the plumber charge for the boiler?',
  'When does the warranty of my dishwasher expire?',
  'Which pension fund does {name} pay into?',
  'What is the wifi password of the cottage?',
  'How many hives does {name} keep for honey?',
  'Which frequency does {name} use for ham radio?',
  'Who tuned the harpsichord?',
  'What is my shoe size?',
  'On which date is the tax declaration due?',
  "What is the name of {name}'s ex-husband's lawyer?",
  'Which seat did I book on the ferry to Tallinn?',
  'Why was the customs parcel from Osaka returned?',
  'Did {name} renew the fishing licence?',
  'What is the dosage of my insulin?',
  'Which asteroid did {name} observe with the telescope?',
  'How tall is the lighthouse keeper?',
  'What did the jury of the rodeo decide?',
  'Which Kubernetes cluster is in production?',
  'What was the invoice number of the freight order?',
  'Who won the chess Olympiad in Budapest?',
  'When did {name} have a molar extracted?',
  'Which vaccine did {name} receive against rabies?',
  'What is the IBAN of the landlord?',
  'How many employees does the bakery in Lisbon have?',
  'What does {name} think about nuclear fusion?',
  "Where is {name}'s passport kept?",
  'Which bishop baptised my nephew?',
  'How much does the kindergarten cost per month?',
  'What colour is the tractor?',
  'Which orchestra plays Mahler on Thursday?',
  'Is {name} left-handed?',
  'Which dialect of Arabic does {name} speak?',
  'Who inherits the vineyard?',
  "What is {name}'s helmet size?",
  'How deep is the well behind the barn?',
]

/** Each question once, asked of the user of a conversation about its speakers in turn. */
export function unmentionedOf({ speakers }: Pick<Conversation, 'speakers'>): string[] {
  return neverMentioned.map((question, n) =>
    question.replaceAll('{name}', speakers[n % speakers.length] ?? 'the user'),
  )
}
