import { expect, test } from 'vitest'
import { maskSecret } from './maskSecret.ts'

test.each(['privateKey', 'clientSecret', 'apiKey', 'secret', 'key', 'webhook'])('default: %s is not shown', (key) => {
  expect(maskSecret({ key, value: 'too-short' })).toBe('…')
  expect(maskSecret({ key, value: '' })).toBe('')
})

test('behavior: the host of a URL stays visible, and other settings are unchanged', () => {
  expect(maskSecret({ key: 'url', value: 'https://ada:pass@rpc.example/v3/token?key=1' })).toBe(
    'https://…@rpc.example/…',
  )
  expect(maskSecret({ key: 'host', value: '127.0.0.1' })).toBe('127.0.0.1')
})
