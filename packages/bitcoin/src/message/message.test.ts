import { bitcoinNetworks } from '@latchkey/protocol'
import { WIF } from '@scure/btc-signer/payment.js'
import { pubECDSA } from '@scure/btc-signer/utils.js'
import { describe, expect, it } from 'vitest'
import { readAddress } from '../address/readAddress.ts'
import { toBase64 } from '../bytes/base64.ts'
import { toHex } from '../bytes/hex.ts'
import { addressOfKey } from '../keys/keyScripts.ts'
import { messageHash, toSign, toSpendId } from './messageDigests.ts'
import { signMessage } from './signMessage.ts'
import { verifyMessage } from './verifyMessage.ts'

const chainId = bitcoinNetworks.mainnet
// The key of BIP-322's vectors.
const privateKey = WIF().decode('L3VFeEujGtevx9w18HD1fhRbCH67Az2dpCymeRE1SoPK6XQtaN2k')
const segwit = 'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l'
const taproot = 'bc1ppv609nr0vr25u07u95waq5lucwfm6tde4nydujnu8npg4q75mr5sxq8lt3'
const script = readAddress({ text: segwit, chainId })?.script as Uint8Array

describe('BIP-322', () => {
  it.each([
    ['', 'c90c269c4f8fcbe6880f72a721ddfbf1914268a794cbb21cfafee13770ae19f1'],
    ['Hello World', 'f0eb03b1a75ac6d9847f55c624a99169b5dccba2a31f5b23bea77ba270de0a7a'],
  ])('hashes %j as the vectors do', (message, hash) => expect(toHex(messageHash(message))).toBe(hash))

  it.each([
    [
      '',
      'c5680aa69bb8d860bf82d4e9cd3504b55dde018de765a91bb566283c545a99a7',
      '1e9654e951a5ba44c8604c4de6c67fd78a27e81dcadcfe1edf638ba3aaebaed6',
    ],
    [
      'Hello World',
      'b79d196740ad5217771c1098fc4a4b51e0535c32236c71f1ea4d61a2d603352b',
      '88737ae86f2077145f93cc4b153ae9a1cb8d56afa511988c149c5c8c9d93bddf',
    ],
  ])('makes the two transactions of %j', (message, spent, signed) => {
    expect(toHex(toSpendId({ message, script }))).toBe(spent)
    expect(toSign({ message, script }).id).toBe(signed)
  })

  it.each([
    [
      segwit,
      '',
      'AkcwRAIgM2gBAQqvZX15ZiysmKmQpDrG83avLIT492QBzLnQIxYCIBaTpOaD20qRlEylyxFSeEA2ba9YOixpX8z46TSDtS40ASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=',
    ],
    [
      segwit,
      '',
      'AkgwRQIhAPkJ1Q4oYS0htvyuSFHLxRQpFAY56b70UvE7Dxazen0ZAiAtZfFz1S6T6I23MWI2lK/pcNTWncuyL8UL+oMdydVgzAEhAsfxIAMZZEKUPYWI4BruhAQjzFT8FSFSajuFwrDL1Yhy',
    ],
    [
      segwit,
      'Hello World',
      'AkcwRAIgZRfIY3p7/DoVTty6YZbWS71bc5Vct9p9Fia83eRmw2QCICK/ENGfwLtptFluMGs2KsqoNSk89pO7F29zJLUx9a/sASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=',
    ],
    [
      taproot,
      'Hello World',
      'AUHd69PrJQEv+oKTfZ8l+WROBHuy9HKrbFCJu7U1iK2iiEy1vMU5EfMtjc+VSHM7aU0SDbak5IUZRVno2P5mjSafAQ==',
    ],
  ])('accepts the signature of %s over %j, and over nothing else', (address, message, signature) => {
    expect(verifyMessage({ message, address, signature, chainId })).toBe(true)
    expect(verifyMessage({ message, address, signature: `smp${signature}`, chainId })).toBe(true)
    expect(verifyMessage({ message: `${message}.`, address, signature, chainId })).toBe(false)
    const other = address === segwit ? taproot : segwit
    expect(verifyMessage({ message, address: other, signature, chainId })).toBe(false)
  })

  it('signs as the vector does, byte for byte', () => {
    const { signature } = signMessage({
      message: 'Hello World',
      address: segwit,
      privateKey,
      chainId,
      protocol: 'bip322',
    })
    expect(verifyMessage({ message: 'Hello World', address: segwit, signature, chainId })).toBe(true)
    expect(toBase64(signature)).toBe(
      'AkgwRQIhAOzyynlqt93lOKJr+wmmxIens//zPzl9tqIOua93wO6MAiBi5n5EyAcPScOjf1lAqIUIQtr3zKNeavYabHyR8eGhowEhAsfxIAMZZEKUPYWI4BruhAQjzFT8FSFSajuFwrDL1Yhy',
    )
  })

  it('signs for Taproot', () => {
    const { signature } = signMessage({
      message: 'Ünïcode ✓',
      address: taproot,
      privateKey,
      chainId,
      protocol: 'bip322',
    })
    expect(verifyMessage({ message: 'Ünïcode ✓', address: taproot, signature, chainId })).toBe(true)
    const broken = signature.slice()
    broken[20] = (broken[20] as number) ^ 1
    expect(verifyMessage({ message: 'Ünïcode ✓', address: taproot, signature: broken, chainId })).toBe(false)
  })

  it('refuses a key that is not the address’s', () => {
    const sign = () =>
      signMessage({
        message: 'x',
        address: segwit,
        privateKey: new Uint8Array(32).fill(7),
        chainId,
        protocol: 'bip322',
      })
    expect(sign).toThrow(expect.objectContaining({ code: 'malformed_request' }))
  })
})

describe('the legacy form', () => {
  it.each(['p2pkh', 'p2sh-p2wpkh', 'p2wpkh'] as const)('signs and recovers %s, with new and old headers', (type) => {
    const address = addressOfKey({ publicKey: pubECDSA(privateKey), type, chainId })
    const { signature } = signMessage({ message: 'vires is numeris', address, privateKey, chainId, protocol: 'ecdsa' })
    expect(signature).toHaveLength(65)
    const verify = (bytes: Uint8Array, message = 'vires is numeris') =>
      verifyMessage({ message, address, signature: toBase64(bytes), chainId })
    expect(verify(signature)).toBe(true)
    expect(verify(signature, 'another')).toBe(false)
    const old = signature.slice()
    old[0] = 31 + (((signature[0] as number) - 27) & 3)
    expect(verify(old)).toBe(true)
    const strange = signature.slice()
    strange[0] = (type === 'p2wpkh' ? 35 : 39) + (((signature[0] as number) - 27) & 3)
    expect(verify(strange)).toBe(false)
  })

  it('is not for Taproot', () => {
    const sign = () => signMessage({ message: 'x', address: taproot, privateKey, chainId, protocol: 'ecdsa' })
    expect(sign).toThrow(expect.objectContaining({ code: 'malformed_request' }))
  })

  it.each([
    ['1F3sAm6ZtwLAUnj7d38pGFxtP3RVEvtsbV', 'H'],
    ['1HZwkjkeaoZfTSaJxDw6aKkxp45agDiEzN', 'G'],
  ])('accepts signatures that older software made for %s', (address, first) => {
    const signature = `${first}9L5yLFjti0QTHhPyFrZCT1V/MMnBtXKmoiKDZ78NDBjERki6ZTQZdSMCtkgoNmp17By9ItJr8o7ChX0XxY91nk=`
    expect(verifyMessage({ message: 'This is an example of a signed message.', address, signature, chainId })).toBe(
      true,
    )
  })
})
