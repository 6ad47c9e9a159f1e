import { expect, test } from 'vitest'
import { readProposal } from './readProposal.ts'

const accounts = ['eip155:31337:0xaa', 'eip155:31338:0xaa']
const namespaces = { eip155: { accounts, methods: ['personal_sign'], events: [] } }
const ask = (chains: readonly string[]) => ({ chains, methods: [], events: [] })

test('default: returns the granted networks, and those that the wallet does not have', () => {
  const asked = {
    required: { eip155: ask(['eip155:31337']) },
    optional: { eip155: ask(['eip155:1', 'eip155:31338']), 'solana:abc': { methods: [], events: [] } },
  }
  expect(readProposal({ namespaces, asked })).toEqual({
    granted: ['eip155:31337', 'eip155:31338'],
    missing: ['eip155:1', 'solana:abc'],
    methods: ['personal_sign'],
  })
})

test('behavior: a family without networks is met by any of its networks', () => {
  const asked = { required: {}, optional: { eip155: { methods: [], events: [] }, bip122: { methods: [], events: [] } } }
  expect(readProposal({ namespaces, asked }).missing).toEqual(['bip122'])
})
