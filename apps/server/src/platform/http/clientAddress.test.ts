import { expect, test } from 'vitest'
import { clientAddress } from './clientAddress.ts'

const of = (remote: string, forwarded?: string, trustProxy = false) => clientAddress({ trustProxy, forwarded, remote })

test('default', () => {
  expect(of('192.0.2.1')).toBe('192.0.2.1')
  expect(of('::ffff:192.0.2.1')).toBe('192.0.2.1')
  expect(clientAddress({ trustProxy: false, forwarded: undefined, remote: undefined })).toBe('local')
})

test('behavior: an IPv6 network counts as one caller, in every notation', () => {
  expect(of('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64')
  expect(of('2001:0db8:0001:0002::9')).toBe('2001:db8:1:2::/64')
  expect(of('2001:db8::1')).toBe('2001:db8:0:0::/64')
  expect(of('::1')).toBe('0:0:0:0::/64')
  expect(of('fe80::1%eth0')).toBe('fe80:0:0:0::/64')
})

test('behavior: a forwarded address counts only behind a trusted proxy, and only its last entry', () => {
  expect(of('10.0.0.1', '203.0.113.9')).toBe('10.0.0.1')
  expect(of('10.0.0.1', '198.51.100.7, 203.0.113.9', true)).toBe('203.0.113.9')
  expect(of('10.0.0.1', undefined, true)).toBe('10.0.0.1')
})
