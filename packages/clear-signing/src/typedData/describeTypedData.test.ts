import { getAddress } from 'viem/utils'
import { describe, expect, test } from 'vitest'
import { flattenFields } from '../fields/formatFields.ts'
import { calmNode } from '../testing/calmNode.ts'
import { account, codesOf, describeOffline } from '../testing/requests.ts'

const contract = `0x${'c1'.repeat(20)}` as const
const receiver = '0x00000000000000000000000000000000DeaDBeef'
const sign = (typed: object) =>
  describeOffline({ method: 'eth_signTypedData_v4', params: [account, typed], read: calmNode })

describe('an unknown type', () => {
  const ofDomain = async (domain: object) =>
    (
      await sign({
        domain,
        types: { Vote: [{ name: 'text', type: 'string' }] },
        primaryType: 'Vote',
        message: { text: 'yes' },
      })
    ).findings.filter(({ code }) => code === 'blindData')

  test.each([
    ['of any contract', { name: 'App', chainId: 1 }],
    ['of no contract', { chainId: 1, verifyingContract: `0x${'00'.repeat(20)}` }],
    ['of any network', { verifyingContract: contract }],
    ['of any contract and network', { name: 'App' }],
    ['of a known contract and any network', { verifyingContract: '0x000000000022D473030F116dDEE9F6B43aC78BA3' }],
  ])('default: %s', async (_name, domain) => {
    expect(await ofDomain(domain)).toStrictEqual([{ level: 'warn', code: 'blindData', values: {} }])
  })

  test('behavior: of one contract on one network', async () => {
    expect(await ofDomain({ chainId: 1, verifyingContract: contract })).toStrictEqual([])
  })

  test('behavior: a type with a descriptor is not blind', async () => {
    const uint = (name: string) => ({ name, type: 'uint256' })
    const permit = await sign({
      domain: { name: 'Token', verifyingContract: contract },
      types: {
        Permit: [
          { name: 'owner', type: 'address' },
          { name: 'spender', type: 'address' },
          ...['value', 'nonce', 'deadline'].map(uint),
        ],
      },
      primaryType: 'Permit',
      message: { owner: account, spender: receiver, value: '1', nonce: '0', deadline: '99999999999' },
    })
    expect(codesOf(permit)).toContain('permitSignature')
    expect(codesOf(permit)).not.toContain('blindData')
  })
})

describe('a Safe’s transaction', () => {
  const safe = (gasPrice: string, refundReceiver: string) =>
    sign({
      domain: { chainId: 1, verifyingContract: contract },
      types: {
        SafeTx: [
          ['to', 'address'],
          ['value', 'uint256'],
          ['data', 'bytes'],
          ['operation', 'uint8'],
          ['safeTxGas', 'uint256'],
          ['baseGas', 'uint256'],
          ['gasPrice', 'uint256'],
          ['gasToken', 'address'],
          ['refundReceiver', 'address'],
          ['nonce', 'uint256'],
        ].map(([name, type]) => ({ name, type })),
      },
      primaryType: 'SafeTx',
      message: {
        ...{ to: account, value: '0', data: '0x', operation: 0, safeTxGas: '0', baseGas: '100000', nonce: '3' },
        ...{ gasPrice, refundReceiver, gasToken: `0x${'00'.repeat(20)}` },
      },
    })

  test('default: the refund for each unit of gas, and its receiver', async () => {
    const described = await safe('1000000000000000000', receiver)
    const fields = flattenFields(described.fields)
    expect(fields.find(({ name }) => name === 'gasPrice')).toMatchObject({
      label: 'amount',
      value: { kind: 'amount', text: '1', asset: { symbol: 'ETH' } },
    })
    expect(fields.find(({ name }) => name === 'refundReceiver')).toMatchObject({
      label: 'receiver',
      value: { kind: 'address', address: receiver, notice: { kind: 'firstTime' } },
    })
    expect(codesOf(described)).toContain('firstTimeReceiver')
  })

  test('behavior: without a refund neither is named', async () => {
    const described = await safe('0', `0x${'00'.repeat(20)}`)
    const fields = flattenFields(described.fields).filter(({ name }) => ['gasPrice', 'refundReceiver'].includes(name))
    expect(fields.map(({ label }) => label)).toStrictEqual([null, null])
    expect(codesOf(described)).not.toContain('firstTimeReceiver')
  })
})

describe('a call inside of a signature', () => {
  const bytes = `0xa9059cbb${'00'.repeat(64)}`
  const text = (name: string, type: string) => ({ name, type })
  const meta = {
    domain: { name: 'Game', version: '1', verifyingContract: contract, chainId: 1 },
    types: {
      MetaTransaction: [text('nonce', 'uint256'), text('from', 'address'), text('functionSignature', 'bytes')],
    },
    primaryType: 'MetaTransaction',
    message: { nonce: 0, from: account, functionSignature: bytes },
  }
  const forward = {
    domain: { name: 'Forwarder', version: '1', verifyingContract: contract, chainId: 1 },
    types: {
      ForwardRequest: [
        ...[text('from', 'address'), text('to', 'address'), text('value', 'uint256'), text('gas', 'uint256')],
        ...[text('nonce', 'uint256'), text('data', 'bytes')],
      ],
    },
    primaryType: 'ForwardRequest',
    message: { from: account, to: receiver, value: 0, gas: 100_000, nonce: 0, data: bytes },
  }
  const nested = {
    ...forward,
    types: { ...forward.types, Envelope: [text('request', 'ForwardRequest')] },
    primaryType: 'Envelope',
    message: { request: forward.message },
  }
  const renamed = { ...meta, types: { Act: meta.types.MetaTransaction }, primaryType: 'Act' }

  test.each([
    ['a meta-transaction', meta, getAddress(contract)],
    ['a request to a forwarder', forward, receiver],
    ['a request inside another struct', nested, receiver],
    ['one of a type with another name', renamed, getAddress(contract)],
  ])('finding F17: threat 188: %s warns that anyone can make the call', async (_, typed, address) => {
    const { findings } = await sign(typed)
    expect(findings).toContainEqual({ level: 'warn', code: 'callBySignature', values: { address } })
  })

  test('default: bytes that are no call of the account give no warning', async () => {
    const types = { Note: [text('from', 'address'), text('data', 'bytes')] }
    const note = { ...meta, types, primaryType: 'Note', message: { from: receiver, data: bytes } }
    expect(codesOf(await sign(note))).not.toContain('callBySignature')
    const empty = { ...meta, types, primaryType: 'Note', message: { from: account, data: '0x' } }
    expect(codesOf(await sign(empty))).not.toContain('callBySignature')
  })
})
