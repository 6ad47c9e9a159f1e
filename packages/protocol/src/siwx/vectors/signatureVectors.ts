import type { SiwxMessageData } from '../SiwxMessageData.ts'
import { writeSiwxMessage } from '../writeSiwxMessage.ts'
import type { SiwxSignatureVector } from './SiwxVector.ts'

const libraries = 'EIP-4361; test vectors of its reference libraries (verification)'
const caip = 'CAIP-122; test vectors of a library for Solana (validation)'

const login: SiwxMessageData = {
  ...{ domain: 'login.xyz', uri: 'https://login.xyz', version: '1', chainId: 'eip155:1' },
  ...{ accountAddress: '0x9D85ca56217D2bb651b00f15e694EB7E713637D4', nonce: 'bTyXgcQxn2htgkjJn' },
  statement: 'Sign-In With Ethereum Example Statement',
  issuedAt: '2022-01-27T17:09:38.578Z',
}
const example: SiwxMessageData = { ...login, expirationTime: '2100-01-07T14:31:43.952Z' }
const early: SiwxMessageData = {
  ...login,
  ...{ accountAddress: '0xE6D3Aa1F561A215E5eb1f02Ba8705385F03fCaFB', nonce: 'lx2nx4so' },
  ...{ issuedAt: '2022-01-05T14:27:30.883Z', notBefore: '2100-01-07T14:31:43.952Z' },
}
const expired: SiwxMessageData = {
  ...login,
  ...{ accountAddress: '0x2ecA0068307e706741445764A3D6A4402aC2A5a9', nonce: 'lx2nx4so' },
  ...{ issuedAt: '2022-01-05T14:27:30.883Z', expirationTime: '2021-01-05T00:00:00Z' },
}
const stranger: SiwxMessageData = {
  ...example,
  ...{ accountAddress: '0x6Da01670d8fc844e736095918bbE11fE8D564163', nonce: 'rmplqh1gf' },
  issuedAt: '2022-01-05T14:31:43.954Z',
}
const notepad: SiwxMessageData = {
  ...{ domain: 'localhost:4361', uri: 'http://localhost:4361', version: '1', chainId: 'eip155:1' },
  ...{ accountAddress: '0x6Da01670d8fc844e736095918bbE11fE8D564163', nonce: 'kEWepMt9knR6lWJ6A' },
  ...{ statement: 'SIWE Notepad Example', issuedAt: '2021-12-07T18:28:18.807Z' },
}
const did = 'did:key:z6Mktud6LcDFb3heS7FFWoJhiCafmUPkCAgpvJLv5E6fgBJg#z6Mktud6LcDFb3heS7FFWoJhiCafmUPkCAgpvJLv5E6fgBJg'
const orbit: SiwxMessageData = {
  ...{ domain: 'localhost', uri: did, version: '1', chainId: 'eip155:1' },
  ...{ accountAddress: '0x4b60ffAf6fD681AbcC270Faf4472011A4A14724C', nonce: 'PPrtjztx2lYqWbqNs' },
  statement: `Allow localhost to access your orbit using their temporary session key: ${did}`,
  ...{ issuedAt: '2021-12-20T12:29:25.907Z', expirationTime: '2021-12-20T12:44:25.906Z' },
  resources: ['put', 'del', 'get', 'list'].map(
    (ability) => `kepler://bafk2bzacecn2cdbtzho72x4c62fcxvcqj23padh47s5jyyrv42mtca3yrhlpa#${ability}`,
  ),
}
const tally: SiwxMessageData = {
  ...{ domain: 'www.tally.xyz', uri: 'https://tally.xyz', version: '1', chainId: 'eip155:1' },
  ...{ accountAddress: '0xc95EB884FE852e241D409234bfC7045CB9E31BD7', nonce: '15050747' },
  ...{ statement: 'Sign in with Ethereum to Tally', issuedAt: '2022-06-30T14:08:51.382Z' },
}
const solana: SiwxMessageData = {
  ...{ domain: 'login.xyz', uri: 'https://login.xyz', version: '1', chainId: 'solana:1' },
  ...{ accountAddress: 'HdNrHhbvY1FM79T7tSDAu9D7sy5gNEqJvqGe7BrBkio9', nonce: 'bTyXgcQxn2htgkjJn' },
  ...{ statement: 'Sign-In With Solana Example Statement', issuedAt: '2022-01-27T17:09:38.578Z' },
}
const solanaStranger: SiwxMessageData = {
  ...solana,
  ...{ domain: 'signin.io', uri: 'https://signin.io', nonce: 'wiasdflk' },
  accountAddress: 'CmLUAWWixFNZb4ZruXzn7Mu9roAt82jK3hPeybUQQ6NT',
  ...{ issuedAt: '2021-04-03T11:21:13.464Z', expirationTime: '2121-04-04T11:21:13.464Z' },
}

const signatures = {
  example:
    '0xdc35c7f8ba2720df052e0092556456127f00f7707eaa8e3bbff7e56774e7f2e05a093cfc9e02964c33d86e8e066e221b7d153d27e5a2e97ccd5ca7d3f2ce06cb1b',
  early:
    '0xc2539ace78f13c7eb8c0852d38d269a6f97bebd9f7872097d2e3137b541f8bf50176062a46eeea83086bd2721423fb5755a932ff6ccc046ed482d14e4576042f1c',
  expired:
    '0x7337bc2826c7678cd6bc84f5b3b236efc969b0451f9feca2328b1d3401b030c113f19bdba359ba3f52762c66e9147311fa95fe598a1a4ec9bb383a7b4e3874241b',
  notepad:
    '0x6228b3ecd7bf2df018183aeab6b6f1db1e9f4e3cbe24560404112e25363540eb679934908143224d746bbb5e1aa65ab435684081f4dbb74a0fec57f98f40f5051c',
  orbit:
    '0x20c0da863b3dbfbb2acc0fb3b9ec6daefa38f3f20c997c283c4818ebeca96878787f84fccc25c4087ccb31ebd782ae1d2f74be076a49c0a8604419e41507e9381c',
} as const

/** Public messages, signed by keys. */
export const siwxSignatureVectors: readonly SiwxSignatureVector[] = [
  {
    ...{ name: 'a statement and an expiry', source: libraries, message: writeSiwxMessage(example) },
    ...{ signature: signatures.example, at: '2022-01-27T17:10:38.578Z', valid: true },
  },
  {
    ...{ name: 'a port, no expiry', source: libraries, message: writeSiwxMessage(notepad) },
    ...{ signature: signatures.notepad, at: '2021-12-07T18:29:18.807Z', valid: true },
  },
  {
    ...{ name: 'resources, and a URI of another scheme', source: libraries, message: writeSiwxMessage(orbit) },
    ...{ signature: signatures.orbit, at: '2021-12-20T12:30:25.907Z', valid: true },
  },
  {
    ...{ name: 'a recovery byte that counts from 0', source: libraries, message: writeSiwxMessage(tally) },
    signature:
      '0x8c46b6eb8505939892d8e9b075f89f8277321b17b993151f37810cdda38cce6f4a85909d2b53e6a14629c74c0ac38bf4becde78ee5b2529812bf6cceaf7b2a2501',
    ...{ at: '2022-06-30T14:09:51.382Z', valid: true },
  },
  {
    ...{ name: 'after its beginning', source: libraries, message: writeSiwxMessage(early) },
    ...{ signature: signatures.early, at: '2101-01-07T14:31:43.952Z', valid: true },
  },
  {
    ...{ name: 'before its beginning', source: libraries, message: writeSiwxMessage(early) },
    ...{ signature: signatures.early, at: '2022-01-05T14:28:30.883Z', valid: false, fault: 'time' },
  },
  {
    ...{ name: 'after its end', source: libraries, message: writeSiwxMessage(example) },
    ...{ signature: signatures.example, at: '2200-01-05T00:00:00Z', valid: false, fault: 'time' },
  },
  {
    ...{ name: 'an expiry before it was issued', source: libraries, message: writeSiwxMessage(expired) },
    ...{ signature: signatures.expired, at: '2022-01-05T14:28:30.883Z', valid: false, fault: 'message' },
    differs: 'It is never good: it is refused whenever it is read, there after its expiry alone.',
  },
  {
    ...{ name: 'an expiry before it was issued, at a time before both', source: libraries },
    ...{ message: writeSiwxMessage(expired), signature: signatures.expired, at: '2020-01-05T00:00:00Z' },
    ...{ valid: false, fault: 'message', differs: 'There it is good before it was issued.' },
  },
  {
    ...{ name: 'another domain', source: libraries, message: writeSiwxMessage(example), signature: signatures.example },
    ...{ at: '2022-01-27T17:10:38.578Z', wanted: { domain: 'example.com' }, valid: false, fault: 'domain' },
  },
  {
    ...{ name: 'another nonce', source: libraries, message: writeSiwxMessage(example), signature: signatures.example },
    ...{ at: '2022-01-27T17:10:38.578Z', wanted: { nonce: '6548asdgf' }, valid: false, fault: 'nonce' },
  },
  {
    ...{ name: 'a signature of 66 bytes', source: libraries, message: writeSiwxMessage(stranger) },
    signature:
      '0xf2e8420fc1b722bf4941f5a0464f98172a758ceda5039f622e425fb69fd19b20e444bba7c9a8a8d7e2b5e453553efe7c9460be5d211abe473fc146d51bb04d0cb1b',
    ...{ at: '2022-01-05T14:32:43.954Z', valid: false, fault: 'signature' },
  },
  {
    ...{ name: 'a signature of another account', source: libraries, message: writeSiwxMessage(stranger) },
    signature:
      '0x31df81dc02344c9156e6f71da46e2db624b38f8f806290d670d46492b834b2e7575cbce9f48169356cfb577b910d8e30732fcf23c1ac0021d08b945ed7ee118e1b',
    ...{ at: '2022-01-05T14:32:43.954Z', valid: false, fault: 'signature' },
  },
  ...(
    [
      ['a statement and an expiry', example, signatures.example],
      ['a port, no expiry', notepad, signatures.notepad],
      ['resources, and a URI of another scheme', orbit, signatures.orbit],
    ] as const
  ).map(
    ([name, data, signature]): SiwxSignatureVector => ({
      ...{ name: `${name}: one digit changed`, source: libraries, message: writeSiwxMessage(data) },
      signature: signature.replace(/^0x./, (start) => (start === '0x3' ? '0x4' : '0x3')),
      ...{ at: new Date(Date.parse(data.issuedAt ?? '') + 60_000).toISOString(), valid: false, fault: 'signature' },
    }),
  ),
  {
    ...{ name: 'issued on a 31st of February', source: libraries },
    message: writeSiwxMessage({
      ...{ ...login, accountAddress: '0xA0aEF081D1ACE5F830532d7D77Ea4c8EE0EaBCF9' },
      issuedAt: '2022-02-31T17:09:38.578Z',
    }),
    signature:
      '0x9e837df8b56f6e0cac9b4dce52074c352a4143932b442b973963ed2f7b9987146c8e546e5662867198ec0ae9bdb2e87ffaee528375dac7bf003883714ff732701b',
    ...{ at: '2022-03-03T17:10:38.578Z', valid: false, fault: 'message' },
  },
  {
    ...{ name: 'beginning on a 31st of February', source: libraries },
    message: writeSiwxMessage({
      ...{ ...example, accountAddress: '0xA2ce2B71d77983918C8388c47576ad77E339B2F9' },
      ...{ issuedAt: '2022-01-30T17:09:38.578Z', notBefore: '2025-02-31T17:09:38.578Z' },
    }),
    signature:
      '0xa741355d0cfa938f45e9137d3b1f362e06961d2f35e01bad794b1f35d7d3e4fc5fd610d28d1b1236fdc305ec05c62b83cade54b49e221adf62e116b0c3a96f531b',
    ...{ at: '2026-01-30T17:10:38.578Z', valid: false, fault: 'message' },
  },
  {
    ...{ name: 'ending on a 31st of February', source: libraries },
    message: writeSiwxMessage({
      ...{ ...login, accountAddress: '0xeE5A13CfAC109487d56F9186241009Dd9A7b4Ad4' },
      ...{ issuedAt: '2022-01-30T17:09:38.578Z', expirationTime: '2100-02-31T14:31:43.952Z' },
    }),
    signature:
      '0x5cbe6e6735e7b5818da08890363d6154edf73593db692b64adaea9c1186712a72244971284377d2fed8286b69dafc3cf964cb4e05a8e8d07c1a6f4ede8d9470e1c',
    ...{ at: '2022-01-30T17:10:38.578Z', valid: false, fault: 'message' },
  },
  {
    ...{ name: 'Solana: a statement and an expiry', source: caip },
    message: writeSiwxMessage({ ...solana, expirationTime: '2100-01-07T14:31:43.952Z' }),
    signature: '3XnLTn7ro1BGdRBNakwdMMmXrE3o4g8sBVQZpboD3T4AbnrzMgwM1AypJTPrp1qt2DBDxt3vDfdzwzupNkHPdVbj',
    ...{ at: '2022-01-27T17:10:38.578Z', valid: true },
  },
  {
    ...{ name: 'Solana: no expiry', source: caip, message: writeSiwxMessage(solana) },
    signature: '22ACJ9Y3ypH8vo3zV5vy7dp9S3oZWAXzbxsohHL9bw24M6XjKo1Ti5ZkgKmP2R3Jq5Wks4R1Eq41dB6SXF8NMC6G',
    ...{ at: '2022-01-27T17:10:38.578Z', valid: true },
  },
  {
    ...{ name: 'Solana: an expiry that is no time', source: caip },
    message: writeSiwxMessage({
      ...{ ...solanaStranger, nonce: 'asd8asdf' },
      ...{ issuedAt: '2021-04-04T11:21:13.464Z', expirationTime: '2022-22-32T00:00:00.000Z' },
    }),
    signature: '5GdGGKsMZD8JciUEVEVLfxTZjbuixvSQirP9p7EdmoSbfnSapTCGiTEQ2ysiSDvnBDiWEaZjsFVdax5BJsQi1ZxY',
    ...{ at: '2021-04-04T11:22:13.464Z', valid: false, fault: 'message' },
  },
  {
    ...{ name: 'Solana: a signature of another length', source: caip, message: writeSiwxMessage(solanaStranger) },
    signature: '56Hfu7LqK79sh6xVXic4M3vUAGfKMWL3vEN5Z3kMkzn8RvLvoHCVbXD3Eg4bnFJj846JDzimK9aFwrWJ9Sy6buQ',
    ...{ at: '2021-04-03T11:22:13.464Z', valid: false, fault: 'signature' },
  },
  {
    ...{ name: 'Solana: a signature of another message', source: caip },
    message: writeSiwxMessage({
      ...{ ...solanaStranger, nonce: 'bTyXgcQxn2htgkjJn' },
      issuedAt: '2021-04-03T16:11:13.424Z',
    }),
    signature: '4nxtXtFgkMXe8Nj9ANPXim8zjXyUm5tXLcaj9EmbiT3yrwkg73FQsZMaU8vN6utvMXWPXCGCtHX9kLfmYL6zcMbU',
    ...{ at: '2021-04-03T16:12:13.424Z', valid: false, fault: 'signature' },
  },
]
