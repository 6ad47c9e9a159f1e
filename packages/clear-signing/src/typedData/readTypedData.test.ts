import fc from 'fast-check'
import { hashTypedData, type TypedDataDefinition } from 'viem'
import { describe, expect, test } from 'vitest'
import { account } from '../testing/requests.ts'
import { readTypedData } from './readTypedData.ts'

const mail = {
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'version', type: 'string' },
      { name: 'chainId', type: 'uint256' },
      { name: 'verifyingContract', type: 'address' },
    ],
    Person: [
      { name: 'name', type: 'string' },
      { name: 'wallet', type: 'address' },
    ],
    Mail: [
      { name: 'from', type: 'Person' },
      { name: 'to', type: 'Person' },
      { name: 'contents', type: 'string' },
    ],
  },
  primaryType: 'Mail',
  domain: {
    name: 'Ether Mail',
    version: '1',
    chainId: 1,
    verifyingContract: '0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC',
  },
  message: {
    from: { name: 'Cow', wallet: '0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826' },
    to: { name: 'Bob', wallet: '0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB' },
    contents: 'Hello, Bob!',
  },
}
const read = (data: unknown) => readTypedData([account, data]).data

test('default', () => {
  const data = read(JSON.stringify(mail))
  // The digest in EIP-712 for this example.
  expect(data.digest).toBe('0xbe609aee343fb3c4b28e1df9e632fca64fcfaede20f02e86244efddf30957bd2')
  expect(data.encoding).toBe('Mail(Person from,Person to,string contents)Person(string name,address wallet)')
  expect(read(mail).digest).toBe(data.digest)
})

test('behavior: the domain type may be omitted', () => {
  const { EIP712Domain: _, ...types } = mail.types
  expect(read({ ...mail, types }).digest).toBe(read(mail).digest)
})

describe('digest', () => {
  const bytes = (size: number) =>
    fc.uint8Array({ minLength: size, maxLength: size }).map((array) => `0x${Buffer.from(array).toString('hex')}`)
  const atoms: Record<string, fc.Arbitrary<unknown>> = {
    address: bytes(20),
    bool: fc.boolean(),
    bytes: fc.integer({ min: 0, max: 70 }).chain(bytes),
    bytes4: bytes(4),
    bytes32: bytes(32),
    int8: fc.integer({ min: -128, max: 127 }),
    int256: fc.bigInt({ min: -(1n << 255n), max: (1n << 255n) - 1n }).map(String),
    string: fc.string({ unit: 'grapheme' }),
    uint8: fc.integer({ min: 0, max: 255 }),
    uint256: fc.bigInt({ min: 0n, max: (1n << 256n) - 1n }).map(String),
  }
  const atom = fc.constantFrom(...Object.keys(atoms))
  const valued = (type: string) => (atoms[type] ?? fc.constant(0)).map((value) => ({ type, value }))
  const member = fc.oneof(
    atom.chain(valued),
    atom.chain((type) =>
      fc.array(atoms[type] ?? fc.constant(0), { maxLength: 3 }).map((value) => ({ type: `${type}[]`, value })),
    ),
    atom.chain((type) =>
      fc
        .array(fc.array(atoms[type] ?? fc.constant(0), { maxLength: 2 }), { minLength: 2, maxLength: 2 })
        .map((value) => ({ type: `${type}[][2]`, value })),
    ),
    fc.array(atom.chain(valued), { minLength: 1, maxLength: 3 }).map((inner) => ({ type: 'Inner', inner })),
  )

  test('behavior: it equals that of another implementation', () => {
    fc.assert(
      fc.property(fc.array(member, { minLength: 1, maxLength: 5 }), (members) => {
        const types: Record<string, { name: string; type: string }[]> = { Outer: [] }
        const message: Record<string, unknown> = {}
        members.forEach((entry, index) => {
          const name = `m${index}`
          if ('inner' in entry) {
            const type = `Inner${index}`
            types[type] = entry.inner.map(({ type: innerType }, at) => ({ name: `i${at}`, type: innerType }))
            types.Outer?.push({ name, type })
            message[name] = Object.fromEntries(entry.inner.map(({ value }, at) => [`i${at}`, value]))
          } else {
            types.Outer?.push({ name, type: entry.type })
            message[name] = entry.value
          }
        })
        const definition = { types, primaryType: 'Outer', domain: { name: 'Any', chainId: 1 }, message }
        expect(read(definition).digest).toBe(hashTypedData(definition as unknown as TypedDataDefinition))
      }),
    )
  })
})

describe('error: values that do not match their type', () => {
  const one = (type: string, value: unknown) => ({
    types: { Only: [{ name: 'value', type }] },
    primaryType: 'Only',
    domain: { name: 'Any' },
    message: { value },
  })
  test.each([
    ['an unknown type', one('uint', '1')],
    ['an odd width', one('uint7', '1')],
    ['too large', one('uint8', 256)],
    ['negative', one('uint256', '-1')],
    ['not exact', one('uint256', 2 ** 60)],
    ['a fraction', one('uint256', 1.5)],
    ['a text with a space', one('uint256', ' 1')],
    ['a number that is none', one('uint256', '1e18')],
    ['a short hash', one('bytes32', '0x12')],
    ['odd bytes', one('bytes', '0x123')],
    ['a wrong checksum', one('address', '0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD827')],
    ['a text for a truth', one('bool', 'true')],
    ['half a character', one('string', '\ud800')],
    ['null', one('string', null)],
    ['a list for a value', one('uint256', ['1'])],
    ['a list of another length', one('uint256[2]', ['1'])],
    ['a missing member', { ...one('string', ''), message: {} }],
    ['a member too many', { ...one('string', ''), message: { value: '', more: '1' } }],
    ['an inherited member', { ...one('string', ''), message: JSON.parse('{"value":"","__proto__":{}}') }],
    ['a primary type that is none', { ...one('string', ''), primaryType: 'Other' }],
    ['the domain as primary type', { ...one('string', ''), primaryType: 'EIP712Domain' }],
    ['a primary type of every object', { ...one('string', ''), primaryType: 'constructor' }],
    ['a domain member that is none', { ...one('string', ''), domain: { name: 'Any', owner: '1' } }],
    ['a domain member outside of its type', { ...mail, domain: { ...mail.domain, salt: `0x${'00'.repeat(32)}` } }],
    ['a member twice', { ...one('string', ''), types: { Only: Array(2).fill({ name: 'value', type: 'string' }) } }],
    ['a type by the name of an atom', { ...one('string', ''), types: { ...one('string', '').types, uint256: [] } }],
    ['a key too many', { ...one('string', ''), more: 1 }],
    ['no object', '[]'],
    ['no JSON', '{'],
  ])('error: %s', (_name, data) => {
    expect(() => read(data)).toThrow()
  })

  test('error: a type that contains itself has a limit', () => {
    const types = { Node: [{ name: 'next', type: 'Node[]' }] }
    let message: object = { next: [] }
    for (let depth = 0; depth < 40; depth++) message = { next: [message] }
    expect(() => read({ types, primaryType: 'Node', domain: { name: 'Any' }, message })).toThrow('too deep')
    const wide = { next: Array.from({ length: 4000 }, () => ({ next: [] })) }
    expect(() => read({ types, primaryType: 'Node', domain: { name: 'Any' }, message: wide })).toThrow('too many')
  })
})
