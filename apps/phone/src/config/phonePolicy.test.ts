import { expect, test } from 'vitest'
import { phonePolicy } from './phonePolicy.ts'

const directives = (text: string | undefined) =>
  Object.fromEntries(
    (phonePolicy({ text })['content-security-policy'] ?? '').split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ')
      return [name, sources]
    }),
  )

test('default: allows only the relay and the nodes, and every script is a file', () => {
  const policy = directives(
    JSON.stringify({
      relayUrl: 'ws://127.0.0.1:7100/relay',
      chains: [{ rpcUrl: 'http://127.0.0.1:8545/key' }, { rpcUrl: 'http://127.0.0.1:8545/other' }],
      imageOrigins: ['http://127.0.0.1:7100/favicon.svg'],
    }),
  )
  expect(policy).toMatchObject({
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'style-src': ["'self'"],
    'connect-src': ["'self'", 'ws://127.0.0.1:7100', 'http://127.0.0.1:8545'],
    'img-src': ["'self'", 'data:', 'http://127.0.0.1:7100'],
    'frame-ancestors': ["'none'"],
  })
  expect(JSON.stringify(policy)).not.toContain('unsafe')
})

test.each([undefined, '', '{', '{}', '{"relayUrl":"x","chains":[]}'])('error: %j allows no connection', (text) => {
  expect(directives(text)).toMatchObject({ 'connect-src': ["'self'"], 'img-src': ["'self'", 'data:'] })
})

test('behavior: only the window of the smart wallet keeps its opener', () => {
  const opener = (path?: string) =>
    phonePolicy({ text: undefined, ...(path ? { path } : {}) })['cross-origin-opener-policy']
  expect([opener(), opener('/index.html'), opener('/smart-wallet.html')]).toEqual([
    'same-origin',
    'same-origin',
    'unsafe-none',
  ])
})
