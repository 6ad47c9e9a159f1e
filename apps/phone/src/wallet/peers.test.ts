import { expect, test } from 'vitest'
import { fixtureNetworks, fixturePeers } from '../testing/fixtures.ts'
import { chooseIcon } from './chooseIcon.ts'
import { nameChain } from './nameChain.ts'
import { readPeer } from './readPeer.ts'
import { refusalText } from './refusalText.ts'

test('default: reads an app and its host', () => {
  expect(readPeer(fixturePeers.quay)).toMatchObject({
    name: 'Quay Exchange',
    host: 'quay.example:8443',
    origin: 'https://quay.example:8443',
  })
})

test.each([
  ['https://аpp.example', 'xn--pp-6kc.example'],
  ['javascript:alert(1)', null],
  ['app.example', null],
  ['', null],
])('behavior: threat 81: the host of %s is %s', (url, host) => {
  expect(readPeer({ ...fixturePeers.lantern, url }).host).toBe(host)
})

test('behavior: a name has no invisible characters, and a limited length', () => {
  expect(readPeer({ ...fixturePeers.lantern, name: `Pay\u200bPal\u202e\n${'x'.repeat(99)}` }).name).toMatch(
    /^Pay Pal x{52}$/,
  )
  expect(readPeer({ ...fixturePeers.lantern, name: ' \u200b ' }).name).toBe('app.lantern.example')
  expect(readPeer({ ...fixturePeers.lantern, name: '', url: '' }).name).toBe('An app without a name')
})

test.each([
  [['https://a.example/i.png'], [], undefined],
  [['https://a.example/i.png', 'data:image/png;base64,AA=='], [], 'data:image/png;base64,AA=='],
  [['http://127.0.0.1:7100/i.png'], ['http://127.0.0.1:7100'], 'http://127.0.0.1:7100/i.png'],
  [['data:text/html,x', 'nonsense'], [], undefined],
])('behavior: threat 81: of %j with %j the picture is %j', (icons, imageOrigins, chosen) => {
  expect(chooseIcon({ icons, imageOrigins })).toBe(chosen)
})

test.each([
  ['eip155:31337', 'Harbor'],
  ['eip155:1', 'Chain 1'],
  ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'Solana (5eykt4…)'],
  ['solana', 'Solana'],
  ['starknet:SN_MAIN', 'starknet:SN_MAIN'],
])('default: the network %s is %s', (chain, name) => {
  expect(nameChain({ chain, networks: fixtureNetworks })).toBe(name)
})

test.each([
  [5100, 'app.lantern.example asked for a network that this phone does not have. The phone declined it automatically.'],
  [4100, 'app.lantern.example asked for an account that it may not use. The phone declined it automatically.'],
  [
    3001,
    'app.lantern.example asked for something that this phone does not do (eth_x). The phone declined it automatically.',
  ],
  [1, 'app.lantern.example asked and was refused: Why. The phone declined it automatically.'],
])('default: the refusal %d', (code, text) => {
  expect(refusalText({ id: 1, peer: fixturePeers.lantern, method: 'eth_x', reason: { code, message: 'Why' } })).toBe(
    text,
  )
})
