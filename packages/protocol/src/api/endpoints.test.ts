import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { errorCatalog } from '../errors/catalog.ts'
import * as api from '../exports/api.ts'
import type { Endpoint } from './endpoint.ts'

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'response' in value
const endpoints = Object.entries(api).flatMap(([name, value]) => (isEndpoint(value) ? [[name, value] as const] : []))

test('behavior: every endpoint is complete, and no two have the same method and path', () => {
  const addresses = endpoints.map(([, { method, path }]) => `${method} ${path}`)
  expect(new Set(addresses).size).toBe(addresses.length)
  for (const [name, { path, summary, tag, params, errors }] of endpoints) {
    expect(path, name).toMatch(/^\/[\w/{}.-]+$/)
    expect(`${summary}${tag}`).not.toBe('')
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter)
    expect(Object.keys(params?.shape ?? {}), name).toStrictEqual(inPath)
    for (const code of errors) expect(errorCatalog[code], `${name} ${code}`).toHaveProperty('status')
  }
})

test('behavior: a balance without a known price has null, never 0 by default', () => {
  const native = {
    name: 'Ether',
    symbol: 'ETH',
    chainId: 'eip155:1',
    value: null,
    price: null,
    quantity: { decimals: '18', numeric: '1' },
    iconUrl: null,
  }
  expect(z.safeParse(api.balanceSchema, native).success).toBe(true)
  expect(z.safeParse(api.balanceSchema, { ...native, value: undefined }).success).toBe(false)
  expect(z.safeParse(api.balanceSchema, { ...native, address: '0x1' }).success).toBe(false)
})

test('behavior: a missing currency means usd, and no other is accepted', () => {
  const currency = api.getBalance.query.shape.currency
  expect(z.parse(currency, undefined)).toBe('usd')
  expect(z.safeParse(currency, 'eur').success).toBe(false)
})
