import { bitcoinNetworks } from '@latchkey/protocol'
import { describe, expect, it } from 'vitest'
import { fromHex, toHex } from '../bytes/hex.ts'
import { addressOfKey } from '../keys/keyScripts.ts'
import { findAddressNetworks, readAddress } from './readAddress.ts'
import { toAddress } from './toAddress.ts'

const { mainnet, testnet, testnet4, signet, regtest } = bitcoinNetworks

describe('readAddress', () => {
  it.each([
    [mainnet, '1BgGZ9tcN4rm9KBzDn7KprQz87SZ26SAMH', 'p2pkh', '76a914751e76e8199196d454941c45d1b3a323f1433bd688ac'],
    [mainnet, '3JvL6Ymt8MVWiCNHC7oWU6nLeHNJKLZGLN', 'p2sh', 'a914bcfeb728b584253d5f3f70bcb780e9ef218a68f487'],
    [mainnet, 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', 'p2wpkh', '0014751e76e8199196d454941c45d1b3a323f1433bd6'],
    [
      testnet,
      'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7',
      'p2wsh',
      '00201863143c14c5166804bd19203356da136c985678cd4d27a1b8c6329604903262',
    ],
    [
      mainnet,
      'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
      'p2tr',
      '512079be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
    ],
    [
      signet,
      'tb1pqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesf3hn0c',
      'p2tr',
      '5120000000c4a5cad46221b2a187905e5266362b99d5e91c6ce24d165dab93e86433',
    ],
    [regtest, 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', 'p2wpkh', '0014751e76e8199196d454941c45d1b3a323f1433bd6'],
    [testnet4, 'mrCDrCybB6J1vRfbwM5hemdJz73FwDBC8r', 'p2pkh', '76a914751e76e8199196d454941c45d1b3a323f1433bd688ac'],
  ])('reads on %s %s (BIP-173, BIP-350)', (chainId, text, type, script) => {
    const read = readAddress({ text, chainId })
    expect(read).toMatchObject({ type })
    expect(toHex(read?.script as Uint8Array)).toBe(script)
    expect(toAddress({ script: fromHex(script), chainId })).toBe(read?.address)
  })

  it.each([
    // BIP-350: the wrong checksum for the version, in both directions.
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh',
    'bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd',
    // Mixed case, bad lengths, padding, empty data, an unknown version.
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3T4',
    'bc1pw5dgrnzv',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v8n0nx0muaewav253zgeav',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v07qwwzcrf',
    'bc1gmk9yu',
    'BC1SW50QGDZ25J',
    'bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs',
    // Base58: a mistyped character, another version byte.
    '1BgGZ9tcN4rm9KBzDn7KprQz87SZ26SAMh',
    'LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1',
    // Spaces, and texts that are no address.
    ' 1BgGZ9tcN4rm9KBzDn7KprQz87SZ26SAMH',
    '0x751e76e8199196d454941c45d1b3a323f1433bd6',
    '',
    'bc1',
  ])('refuses %j', (text) => expect(readAddress({ text, chainId: mainnet })).toBeUndefined())

  it('refuses a Taproot address of a point that has no key', () => {
    // x = 5 is not on the curve.
    const script = fromHex(`5120${'00'.repeat(31)}05`)
    const text = toAddress({ script, chainId: mainnet }) as string
    expect(text).toMatch(/^bc1p/)
    expect(readAddress({ text, chainId: mainnet })).toBeUndefined()
  })

  it('tells the networks apart', () => {
    expect(findAddressNetworks({ text: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' })).toEqual([mainnet])
    expect(findAddressNetworks({ text: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx' })).toEqual([
      testnet,
      testnet4,
      signet,
    ])
    expect(findAddressNetworks({ text: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080' })).toEqual([regtest])
    expect(findAddressNetworks({ text: 'mrCDrCybB6J1vRfbwM5hemdJz73FwDBC8r' })).toHaveLength(4)
    expect(() => readAddress({ text: 'x', chainId: 'bip122:00000000000000000000000000000000' })).toThrow(
      expect.objectContaining({ code: 'unsupported_chain' }),
    )
  })
})

describe('addressOfKey', () => {
  it.each([
    // BIP-84 and BIP-86, their first receiving addresses; BIP-49 on the test network.
    [
      '0330d54fd0dd420a6e5f8d3624f5f3482cae350f79d5f0753bf5beef9c2d91af3c',
      'p2wpkh',
      mainnet,
      'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
    ],
    [
      'cc8a4bc64d897bddc5fbc2f670f7a8ba0b386779106cf1223c6fc5d7cd6fc115',
      'p2tr',
      mainnet,
      'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr',
    ],
    [
      '03a1af804ac108a8a51782198c2d034b28bf90c8803f5a53f76276fa69a4eae77f',
      'p2sh-p2wpkh',
      testnet,
      '2Mww8dCYPUpKHofjgcXcBCEGmniw9CoaiD2',
    ],
    [
      '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
      'p2pkh',
      mainnet,
      '1BgGZ9tcN4rm9KBzDn7KprQz87SZ26SAMH',
    ],
  ] as const)('%s as %s', (publicKey, type, chainId, address) =>
    expect(addressOfKey({ publicKey: fromHex(publicKey), type, chainId })).toBe(address),
  )

  it('refuses invalid keys', () => {
    for (const publicKey of [new Uint8Array(33), new Uint8Array(65).fill(4), new Uint8Array(5)])
      expect(() => addressOfKey({ publicKey, type: 'p2wpkh', chainId: mainnet })).toThrow(
        expect.objectContaining({ code: 'malformed_request' }),
      )
  })
})
