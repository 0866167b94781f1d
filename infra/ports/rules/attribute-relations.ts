// The attributes whose value is an entity, and how it is related to the subject: for facts that an engine reads, and
// for those that a client gives.

export type AttributeRelation = { type: string; target: { name: string; type: string } }

const BY_ATTRIBUTE: Readonly<Record<string, { type: string; target: string }>> = {
  home: { type: 'lives_in', target: 'place' },
  employer: { type: 'works_at', target: 'organization' },
  school: { type: 'studies_at', target: 'organization' },
  partner: { type: 'partner_of', target: 'person' },
  pet: { type: 'owns_pet', target: 'pet' },
  visited: { type: 'visited', target: 'place' },
  origin: { type: 'comes_from', target: 'place' },
  car: { type: 'drives', target: 'thing' },
  owns: { type: 'owns', target: 'thing' },
}

/** Null where the attribute relates nothing, or the value is no name ("none", "a flat"). */
export function attributeRelation(attribute: string, value: string): AttributeRelation | null {
  const rule = Object.hasOwn(BY_ATTRIBUTE, attribute) ? BY_ATTRIBUTE[attribute] : undefined
  if (!rule || value === 'none') return null
  const name = rule.target === 'place' ? capitalisedWords(value) : value
  const isNamed = /^\p{Lu}|^[a-z]\p{Lu}|^\d+ \p{Lu}/u.test(name)
  return isNamed ? { type: rule.type, target: { name, type: rule.target } } : null
}

/** People write places without capitals too. */
function capitalisedWords(name: string): string {
  const isLower = name === name.toLowerCase()
  return isLower ? name.replace(/(?<=^|[\s-])\p{Ll}/gu, (letter) => letter.toUpperCase()) : name
}
