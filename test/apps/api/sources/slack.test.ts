// Slack: the published example, the challenge, markup, and messages without a speaker.
import { describe, expect, test } from 'vitest'
import { plainText, slack } from '../../../../apps/api/sources/slack.ts'
import { read, request, told, verifies } from './given.ts'

test('given the example of its documentation, then it verifies at its time only', () => {
  const body =
    'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c'
  const example = request(body, {
    'x-slack-request-timestamp': '1531420618',
    'x-slack-signature': 'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503',
  })
  const secret = '8f742231b10e8888abcd99yyyzzz85a5'
  expect(verifies(slack, example, secret, new Date(1531420618_000))).toBe(true)
  expect(verifies(slack, example, secret, new Date('2026-11-20T09:00:00Z'))).toBe(false)
})

test('given a challenge, then it is echoed; given an event, then it is none', () => {
  const challenge = {
    type: 'url_verification',
    token: 'x',
    challenge: '3eZbrw1aBm2rZgRNFdxV2595E9',
  }
  expect(slack.challenge!(request(challenge))).toEqual({ challenge: challenge.challenge })
  expect(slack.challenge!(request({ type: 'event_callback' }))).toBeNull()
  expect(slack.challenge!(request({ type: 'url_verification', challenge: { a: 1 } }))).toBeNull()
})

test.each([
  ['plain', 'plain'],
  ['<@U1> see <#C1|general> &lt;3', '@U1 see #general <3'],
  ['<https://a.example|the page> and <https://b.example>', 'the page and https://b.example'],
  ['<!here> go, <!subteam^S1|@team>', '@here go, @@team'],
  ['&amp;lt;', '&lt;'],
  ['a < b > c', 'a < b > c'],
])('given %j, when read, then it says %j', (text, plain) => {
  expect(plainText(text)).toBe(plain)
})

describe('messages', () => {
  const said = (event: Record<string, unknown>) =>
    told(
      slack,
      read(
        slack,
        request({
          type: 'event_callback',
          team_id: 'T1',
          event_id: 'Ev1',
          event: { user: 'U1', ...event },
        }),
      ),
    )

  test.each([
    [{ type: 'message', text: 'Hello' }, 'Wrote on Slack: Hello'],
    [{ type: 'app_mention', text: '<@U0> I like tea' }, 'Wrote on Slack: @U0 I like tea'],
    [{ type: 'message', subtype: 'file_share', text: 'Look' }, 'Wrote on Slack: Look'],
    [{ type: 'message', text: 'Hi', bot_id: 'B1' }, 'ignored: it was said by a bot'],
    [{ type: 'message', subtype: 'message_changed' }, 'ignored: nothing was said with it'],
    [{ type: 'message', subtype: 'channel_join', text: 'x' }, 'ignored: nothing was said with it'],
    [{ type: 'message', text: '' }, 'ignored: nothing was said with it'],
    [{ type: 'reaction_added', text: 'x' }, 'ignored: the type of event is not understood'],
  ])('given %j, when told, then it reads %j', (event, expected) => {
    expect(said(event)).toBe(expected)
  })
})

test('given a mention in a channel that the app reads, when it comes as message and as app_mention, then both are one delivery', () => {
  const idOf = (event_id: string, event: Record<string, unknown>) => {
    const whole = { user: 'U1', text: '<@U0> I like tea', channel: 'C1', ts: '1.5', ...event }
    return read(slack, request({ team_id: 'T1', event_id, event: whole })).deliveryId
  }
  const id = idOf('Ev1', { type: 'message' })
  expect(idOf('Ev2', { type: 'app_mention' })).toBe(id)
  expect(idOf('Ev1', { type: 'message', ts: '1.6' })).not.toBe(id)
  expect(idOf('Ev1', { type: 'message', channel: 'C2' })).not.toBe(id)
  expect(idOf('Ev1', { type: 'message', channel: undefined })).toBe('Ev1')
})
