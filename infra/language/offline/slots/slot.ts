// What a sentence says about a subject: an attribute and a value.

export type Slot = {
  subject: string
  attribute: string
  value: string
  exclusive: boolean
  category: string
  /** There is one for each subject, and several may be called by this one's key: "my son". */
  ofOneOfMany?: boolean
  /** The former value, if the value is 'none' because it no longer holds. */
  ended: string | null
  /** Offsets in the sentence: from the recognised words to the end of the value. */
  start: number
  end: number
}

/** What is so as a rule, or of a thing: it supersedes nothing. */
export type Habit = {
  subject: string
  attribute: string
  value: string
  /** What is so of a thing: another of its kind may be otherwise now. */
  isState?: true
  /** What is so, in its own words, where it is no person: "my car". */
  thing?: string
}
