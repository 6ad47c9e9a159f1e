import { writeSiwxMessage } from '../writeSiwxMessage.ts'
import type { SiwxContractVector } from './SiwxVector.ts'

const source = 'EIP-4361; test vectors of its reference libraries (EIP-1271)'

const messageOf = (accountAddress: string, nonce: string, issuedAt: string) =>
  writeSiwxMessage({
    ...{ accountAddress, nonce, issuedAt, chainId: 'eip155:1', domain: 'localhost:4361', uri: 'http://localhost:4361' },
    ...{ version: '1', statement: 'SIWE Notepad Example' },
  })
/** Pads to 32-byte words: zeros before a number or an address, after bytes. */
const word = (hex: string) => hex.padStart(64, '0')
const bytes = (hex: string) => word((hex.length / 2).toString(16)) + hex.padEnd(Math.ceil(hex.length / 64) * 64, '0')

const factory = '3e9fcff3e490881855cbe07f23a674e91d163894'
const factoryCall = `5fbfb9cf${word('5ecffd14580b044bce27cce527b55c4f4a1f8fd9')}${word('')}`
const inner =
  'e51c945ee81a90992bd1ceddcafc1b61deea1baab169c762b48981f56d098cd02a69b0299f56362fdcade99d0e4c2a6620cd13c606d9bea1e3e1bda5282b859a1c'

/** Public messages with signatures that contracts on mainnet (`eip155:1`) confirm or refuse. */
export const siwxContractVectors: readonly SiwxContractVector[] = [
  {
    ...{ name: 'a contract with one owner', source, kind: 'eip1271' },
    message: messageOf('0xa5b3A53800cD49669F34DE80f2C569c6D4Ca3009', 'FbYd6TNB4m0IUHDG7', '2022-04-19T18:55:04.444Z'),
    signature:
      '0x00193f8bb87a8bd4a8367a47ee477c62aec984830ec59e730b28d1ec54669eab450b9f3108a5c435648691c5766b35e2f13b8fb29f46298bb378ac34597d7e271c',
  },
  {
    ...{ name: 'a signature of 66 bytes, its last one the kind of key', source, kind: 'eip1271' },
    message: messageOf('0x0e565A6dFc43DE21455a67bbF196f7F7b15447A7', 'b19JyMHnM0Jdm20as', '2022-04-19T18:57:09.490Z'),
    signature:
      '0x2f280385ebd550309197c4c892c5a8eb1a6e743d5c90c8036dea6f05c3e8cb321f90210a567ee88461733731a9c4e177140a969784c0421c09897e161f17bf331c02',
  },
  {
    ...{ name: 'a contract that is not there yet', source, kind: 'eip6492' },
    message: messageOf('0x7d8d7Cc488FdA487aCc0206a04f1C7D8Dd3E4f15', 'b19JyMHnM0Jdm20as', '2022-04-19T18:57:09.490Z'),
    signature: `0x${word(factory)}${word('60')}${word('e0')}${bytes(factoryCall)}${bytes(inner)}${'6492'.repeat(16)}`,
  },
]
