import { expect, test } from 'vitest'
import type { LinkDevice } from './buildAppLink.ts'
import { buildRequestLink } from './buildRequestLink.ts'

const phone: LinkDevice = { platform: 'ios', telegram: false, inIframe: false, standalone: false }
const nothing = { mobile_link: null, desktop_link: null, webapp_link: null, link_mode: null }
const topic = 'ab'.repeat(32)

test('default', () => {
  const listing = { ...nothing, mobile_link: 'fern://' }
  expect(
    buildRequestLink({ listing, topic, requestId: 1_700_000_000_000_001, choice: 'mobile', device: phone }),
  ).toEqual({
    href: `fern://wc?requestId=1700000000000001&sessionTopic=${topic}`,
    target: '_self',
  })
  expect(buildRequestLink({ listing, topic, choice: 'mobile', device: phone })?.href).toBe(
    `fern://wc?sessionTopic=${topic}`,
  )
})

test('behavior: in Telegram only the universal link, and only the link type that was chosen', () => {
  const listing = { ...nothing, mobile_link: 'fern://', link_mode: 'https://fern.example/app' }
  const device = { ...phone, telegram: true }
  expect(buildRequestLink({ listing, topic, choice: 'mobile', device })).toEqual({
    href: `https://fern.example/app/wc?sessionTopic=${topic}`,
    target: '_blank',
  })
  expect(buildRequestLink({ listing, topic, choice: 'desktop', device })).toBeUndefined()
})

test('error: a link that must not be followed', () =>
  expect(
    buildRequestLink({
      listing: { ...nothing, mobile_link: 'javascript:alert(1)//' },
      topic,
      choice: 'mobile',
      device: phone,
    }),
  ).toBeUndefined())
