// How people say in passing that a thing has another value: "Sofia can't do Tuesday, so we said Thursday", "Training starts an
// hour later, at 19:00", "We're 11 people in our class now".
import { any, asWritten } from '../../../../patterns.ts'
import { OWN, type Shape, V, WHAT } from '../other-values/replaced-places.ts'

/** Linear-time; `what` is the thing, and `n` its value. */
export const spokenShapes: readonly Shape[] = [
  {
    words: any`later earlier`,
    shape: asWritten`(?:^|[,;:] )${OWN}${WHAT} (?:is|are|starts?|begins?|opens?|closes?|ends?|arrives?|leaves?) (?:now )?(?:an?|half an|a bit|a little|§\d|\p{L}+) ?(?:hours?|minutes?|days?|weeks?|bit)? ?(?:later|earlier)(?: now)?,? (?:now )?(?:at|on) ${V}`,
  },
  {
    cue: / now\b/u,
    shape: asWritten`(?:^|[,;:] )(?:[Ww]e|[Tt]here)(?:'re| are) (?:now )?(?:only )?${V} (?:of us )?(?:in|at|on) (?<what>§\d|[^.,;:!?]{2,40}?) now\b`,
  },
  {
    ofPerson: true,
    words: any`hours`,
    cue: / (?:down|up|back) to /u,
    shape: asWritten`\b(?:cut|gone|went|dropped|reduced|moved|am|'m)(?: my hours)?(?: back)? (?:down|up|back) to (?:about )?${V} (?<what>an? (?:week|fortnight|month))(?=\s*(?:[.,;!]|$)| (?:now|at work|since|because|and|from|this|last)\b)`,
  },
  {
    words: any`moved transferred relocated reassigned`,
    cue: /\b(?:room|desk|seat|locker) \d/iu,
    shape: asWritten`(?:^|[,;:] )(?:I|[Ww]e)(?:'ve| have| was| were| got| been)* (?:moved|transferred|relocated|reassigned) to ${V}(?<what>)(?=\s*(?:[.,;!]|$)| (?:now|today|yesterday|last|this)\b)`,
  },
  {
    words: any`can couldn`,
    shape: asWritten`(?:^|[,;:] )${OWN}${WHAT} (?:can't|couldn't) (?:do|make|manage) (?:the |on )?§\d(?:,| so| and| but)+ (?:we|I|we're|I'm)(?:'ve| have)? (?:now )?(?:said|agreed(?: on)?|settled (?:on|for)|picked|chose|moved it to|made it|went for|arranged|doing|meeting on|meeting) (?:for )?${V}`,
  },
]
