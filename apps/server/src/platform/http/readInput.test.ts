import type { Endpoint } from '@latchkey/protocol/api'
import { defineEndpoint } from '@latchkey/protocol/api'
import { startEmailLogin } from '@latchkey/protocol/wallet'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { RequestRefusal } from './errorReply.ts'
import { readInput } from './readInput.ts'

const endpoint = defineEndpoint({
  method: 'POST',
  path: '/v1/things/{address}',
  summary: 'A thing',
  tag: 'Things',
  project: 'none',
  params: z.object({ address: z.string().check(z.minLength(4)) }),
  query: z.object({ chainId: z.string().check(z.regex(/^eip155:/, 'Expected a CAIP-2 network such as eip155:1')) }),
  body: z.strictObject({
    email: z.optional(z.email()),
    name: z.optional(z.string().check(z.minLength(3), z.maxLength(5))),
    count: z.optional(z.number().check(z.int(), z.gte(1), z.lt(9))),
    list: z.optional(z.array(z.string()).check(z.minLength(1), z.maxLength(2))),
    kind: z.optional(z.enum(['a', 'b'])),
    either: z.optional(z.union([z.string(), z.object({ id: z.string() })])),
    odd: z.optional(z.string().check(z.refine((text) => text.length % 2 === 1))),
    hex: z.optional(z.string().check(z.regex(/^0x/))),
    map: z.optional(z.record(z.string(), z.string())),
  }),
  response: z.object({}),
  errors: [],
})

/** Returns the error of a rejected request. */
function refusalOf(
  parts: { params?: Record<string, string>; query?: Record<string, string>; body?: unknown },
  of: Endpoint = endpoint,
) {
  try {
    readInput({ endpoint: of, params: { address: 'here' }, query: { chainId: 'eip155:1' }, body: {}, ...parts })
  } catch (error) {
    if (error instanceof RequestRefusal) return { code: error.code, reasons: error.reasons }
    throw error
  }
  return undefined
}
const bodyReasons = (body: unknown) => refusalOf({ body })?.reasons

test('spec 5.22: a missing value is “Required” in every part', () => {
  expect(refusalOf({ query: {} })).toEqual({
    code: 'unsupported_chain',
    reasons: [{ field: 'chainId', description: 'Required' }],
  })
  expect(refusalOf({ body: undefined })?.reasons).toEqual([{ field: 'body', description: 'Required' }])
  expect(bodyReasons({ either: {} })).toEqual([{ field: 'either', description: 'Invalid input' }])
})

test('spec 5.23: another type is “Expected X, received Y”', () => {
  const said = bodyReasons({ email: 1, name: null, count: '1', list: {}, kind: 3, map: [], hex: true })
  expect(said?.map(({ field, description }) => [field, description])).toEqual([
    ['email', 'Expected string, received number'],
    ['name', 'Expected string, received null'],
    ['count', 'Expected number, received string'],
    ['list', 'Expected array, received object'],
    ['kind', "Expected 'a' | 'b', received 3"],
    ['hex', 'Expected string, received boolean'],
    ['map', 'Expected object, received array'],
  ])
  expect(bodyReasons({ count: 1.5 })).toEqual([{ field: 'count', description: 'Expected integer, received float' }])
  expect(bodyReasons([])).toEqual([{ field: 'body', description: 'Expected object, received array' }])
})

test('spec 5.24: a value that matches none of several forms, or fails a rule without its own message, is “Invalid input”', () => {
  for (const body of [{ either: 1 }, { odd: 'ab' }, { hex: '1x' }])
    expect(bodyReasons(body)).toEqual([{ field: Object.keys(body)[0], description: 'Invalid input' }])
})

test('spec 5.25: a text that is too short is reported with its minimum length', () => {
  expect(refusalOf({ params: { address: 'abc' } })).toEqual({
    code: 'malformed_address',
    reasons: [{ field: 'address', description: 'String must contain at least 4 character(s)' }],
  })
  expect(bodyReasons({ name: 'ab' })).toEqual([
    { field: 'name', description: 'String must contain at least 3 character(s)' },
  ])
  expect(bodyReasons({ name: 'abcdef', list: [], count: 0 })).toEqual([
    { field: 'name', description: 'String must contain at most 5 character(s)' },
    { field: 'count', description: 'Number must be greater than or equal to 1' },
    { field: 'list', description: 'Array must contain at least 1 element(s)' },
  ])
  expect(bodyReasons({ count: 9 })).toEqual([{ field: 'count', description: 'Number must be less than 9' }])
})

test('spec 5.21: an invalid email address is “Invalid email”, also at the login', () => {
  expect(bodyReasons({ email: 'ada@' })).toEqual([{ field: 'email', description: 'Invalid email' }])
  const { reasons } = refusalOf({ body: { email: 'ada' } }, startEmailLogin) ?? {}
  expect(reasons).toContainEqual({ field: 'email', description: 'Invalid email' })
})

test('behavior: messages of the schema have priority, and unknown keys are named', () => {
  expect(refusalOf({ query: { chainId: '1' } })?.reasons).toEqual([
    { field: 'chainId', description: 'Expected a CAIP-2 network such as eip155:1' },
  ])
  expect(bodyReasons({ nobody: 1 })).toEqual([{ field: 'body', description: "Unrecognized key(s): 'nobody'" }])
})
