import { expect, test } from 'vitest'
import * as addresses from './addresses.ts'
import * as index from './index.ts'
import * as networks from './networks.ts'
import * as siwx from './siwx.ts'

test('behavior: the public names are these', () => {
  expect(Object.keys(index).sort()).toMatchInlineSnapshot(`
    [
      "createLatchkey",
      "createStore",
      "findAsset",
      "groupByMonth",
      "hasInsufficientGas",
      "readAccountState",
      "readNativeBalance",
      "readSendFields",
    ]
  `)
  expect(Object.keys(addresses)).toEqual(['checkAddress'])
  expect(Object.keys(networks).sort()).toMatchInlineSnapshot(`
    [
      "arbitrum",
      "base",
      "bitcoin",
      "bitcoinTestnet",
      "blast",
      "bsc",
      "defineBitcoinNetwork",
      "defineNetwork",
      "defineSolanaNetwork",
      "ethereum",
      "linea",
      "sepolia",
      "solana",
      "solanaDevnet",
      "solanaTestnet",
      "xLayer",
    ]
  `)
  expect(Object.keys(siwx).sort()).toMatchInlineSnapshot(`
    [
      "createLocalSiwx",
      "createServerSiwx",
      "createSiwxMessage",
      "createSiwxVerifier",
    ]
  `)
})
