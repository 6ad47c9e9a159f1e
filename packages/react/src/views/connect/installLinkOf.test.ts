import { expect, test } from 'vitest'
import { listings } from '../../../gallery/fixtures.ts'
import { installLinkOf } from './installLinkOf.ts'

const [first] = listings
const desktop = 'Mozilla/5.0 (X11; Linux x86_64)'
const phone = 'Mozilla/5.0 (Linux; Android 15)'
const pad = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0)'

test('default: the shop of the device, else the site', () => {
  if (first === undefined) throw new Error('The fixtures are gone')
  const listing = { ...first, app_store: 'https://apple.example/app', play_store: 'https://play.example/app' }
  expect(installLinkOf(listing, desktop)).toBe('https://shop.example/harbor')
  expect(installLinkOf(listing, phone)).toBe('https://play.example/app')
  expect(installLinkOf(listing, pad)).toBe('https://apple.example/app')
  expect(installLinkOf(first, phone)).toBe('https://harbor.example')
})

test('error: an address that is no web page is no link', () => {
  if (first === undefined) throw new Error('The fixtures are gone')
  const hostile = { ...first, chrome_store: 'javascript:alert(1)', homepage: 'data:text/html,x', webapp_link: null }
  expect(installLinkOf(hostile, desktop)).toBeUndefined()
})
