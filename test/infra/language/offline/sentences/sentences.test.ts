// Where sentences end: given a text, then its pieces.
import { describe, expect, it } from 'vitest'
import { splitSentences } from '../../../../../infra/language/offline/sentences/sentences.ts'

const split = (text: string, maxWords = 80) =>
  splitSentences(text, 0, { end: text.length, maxWords }).map(({ start, end }) =>
    text.slice(start, end),
  )

describe('sentences', () => {
  it.each([
    ['One. Two! Three? Four', ['One.', 'Two!', 'Three?', 'Four']],
    [
      'Dr. Smith met J. Doe at 3.5 km. Then it rained.',
      ['Dr. Smith met J. Doe at 3.5 km.', 'Then it rained.'],
    ],
    ['So am I. We left.', ['So am I.', 'We left.']],
    ['i moved. now i live in oslo', ['i moved.', 'now i live in oslo']],
    ['Wow!!! 🎉 Nice.', ['Wow!!!', '🎉 Nice.']],
    ['"Stop." He stopped.', ['"Stop."', 'He stopped.']],
    // What is quoted is one sentence with the words that quote it; signs of inches quote nothing.
    [
      'He wrote: "Great. I live in Rome." I laughed.',
      ['He wrote: "Great. I live in Rome."', 'I laughed.'],
    ],
    ['Paid for “tea. I live in Rome” today. Ok.', ['Paid for “tea. I live in Rome” today.', 'Ok.']],
    ['Got "a. b" and "c. d" here. E.', ['Got "a. b" and "c. d" here.', 'E.']],
    ['I left. He said "no. I stay" then.', ['I left.', 'He said "no. I stay" then.']],
    ['A 13" screen. A 24" one.', ['A 13" screen.', 'A 24" one.']],
    ['Say "no. I left', ['Say "no.', 'I left']],
    ['It is 27 " wide. B "c.', ['It is 27 " wide.', 'B "c.']],
    ['So "far. It is 5 " deep.', ['So "far.', 'It is 5 " deep.']],
    ['"I moved. I live in Oslo."', ['"I moved.', 'I live in Oslo."']],
    ['He said "one.\nTwo." Three', ['He said "one.', 'Two."', 'Three']],
    ['東京です。猫！犬？', ['東京です。', '猫！', '犬？']],
    ['هل تحب؟ نعم', ['هل تحب؟', 'نعم']],
    ['नमस्ते। कैसे', ['नमस्ते।', 'कैसे']],
    ['میں لاہور میں ہوں۔ چائے', ['میں لاہور میں ہوں۔', 'چائے']],
    ['နေပါတယ်။ကြိုက်တယ်။', ['နေပါတယ်။', 'ကြိုက်တယ်။']],
    ['Ես ապրում եմ։ Լավ', ['Ես ապրում եմ։', 'Լավ']],
    ['ﾃｽﾄ｡ｶﾅ', ['ﾃｽﾄ｡', 'ｶﾅ']],
    ['- milk\n- eggs\n- bread', ['- milk', '- eggs', '- bread']],
    ['1. Milk\n2. Eggs', ['1. Milk', '2. Eggs']],
    [
      'This line was wrapped by hand at some sixty characters or\nso, and goes on.',
      ['This line was wrapped by hand at some sixty characters or\nso, and goes on.'],
    ],
    ['  \n\n ', []],
    ['', []],
  ])('given %j', (text, expected) => {
    expect(split(text)).toEqual(expected)
  })

  it('given a blank line then a paragraph begins', () => {
    const text = 'One. Two.\n\nThree.'
    const found = splitSentences(text, 0, { end: text.length, maxWords: 80 }).map(
      (sentence) => sentence.paragraph,
    )
    expect(found).toEqual([false, false, true])
  })

  it('given a sentence that is too long then it is cut at a comma or a space', () => {
    const pieces = split(`${'word '.repeat(30)}end, ${'word '.repeat(30)}end`, 40)
    expect(pieces.every((piece) => piece.split(' ').length <= 40)).toBe(true)
    expect(pieces.join(' ')).toBe(`${'word '.repeat(30)}end, ${'word '.repeat(30)}end`)
  })
})
