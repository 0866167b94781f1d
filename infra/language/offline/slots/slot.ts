// What a sentence says of somebody: a subject, an attribute and a value.

export type Slot = {
  subject: string
  attribute: string
  value: string
  exclusive: boolean
  category: string
  /** What no longer holds, where the value is 'none' because of it. */
  ended: string | null
  /** Offsets in the sentence: from the recognised words to the end of the value. */
  start: number
  end: number
}
