import type { SiwxMessageData } from '../SiwxMessageData.ts'
import type { SiwxTextVector } from './SiwxVector.ts'

const caip = 'CAIP-122 and its profile for Solana; test vectors of a library for it'
const siws = 'Sign In With Solana, test vectors of the wallet standard'
const needsAll = 'There every field may be missing. Who signs in has to say for which site, network and nonce.'
const accountAddress = '43h6BNKzvoV43qBLje5dxn7vhcChZjVEAn8PQLZvMiqj'
const statement = 'I accept the ServiceOrg Terms of Service: https://service.org/tos'
const opening = ' wants you to sign in with your Solana account:'

const plain = [
  `service.org${opening}`,
  accountAddress,
  '',
  statement,
  '',
  'URI: https://service.org/login',
  'Version: 1',
  'Chain ID: 1',
  'Nonce: 32832457',
  'Issued At: 2021-01-11T11:15:23.000Z',
].join('\n')
const data: SiwxMessageData = {
  ...{ accountAddress, chainId: 'solana:1', domain: 'service.org', statement, uri: 'https://service.org/login' },
  ...{ version: '1', nonce: '32832457', issuedAt: '2021-01-11T11:15:23.000Z' },
}
const { statement: _, ...withoutStatement } = data
const { issuedAt: __, ...withoutTime } = data

const other = (name: string, from: string, to: string) => ({ name, source: caip, text: plain.replace(from, to) })
const genesis = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

/** Texts of sign-ins with Solana. */
export const solanaTexts: readonly SiwxTextVector[] = [
  { name: 'Solana: no optional field', source: caip, text: plain, data },
  {
    name: 'Solana: resources',
    source: caip,
    text: `${plain}\nResources:\n- ipfs://Qme7ss3ARVgxv6rXqVPiikMJ8u2NLgmgszg13pYrDKEoiu\n- https://example.com/my-web2-claim.json`,
    data: {
      ...data,
      resources: ['ipfs://Qme7ss3ARVgxv6rXqVPiikMJ8u2NLgmgszg13pYrDKEoiu', 'https://example.com/my-web2-claim.json'],
    },
  },
  {
    ...other('Solana: the network of CAIP-2', 'Chain ID: 1', `Chain ID: ${genesis}`),
    data: { ...data, chainId: `solana:${genesis}` },
  },
  {
    ...other('Solana: a time without fractions', '23.000Z', '23Z'),
    data: { ...data, issuedAt: '2021-01-11T11:15:23Z' },
  },
  { ...other('Solana: no time', '\nIssued At: 2021-01-11T11:15:23.000Z', ''), data: withoutTime },
  { ...other('Solana: no statement', `${statement}\n`, ''), data: withoutStatement },
  { ...other('Solana: an IP address', 'service.org', '127.0.0.1'), data: { ...data, domain: '127.0.0.1' } },
  { ...other('Solana: a port', 'service.org', '127.0.0.1:8080'), data: { ...data, domain: '127.0.0.1:8080' } },
  {
    ...other('Solana: a user', 'service.org', 'test@127.0.0.1:8080'),
    issue: 'domain',
    differs: 'A user before the host is in no origin, and can look like the host.',
  },
  {
    ...other(
      'Solana: the network behind the time',
      'Chain ID: 1\nNonce: 32832457\nIssued At: 2021-01-11T11:15:23.000Z',
      'Nonce: 32832457\nIssued At: 2021-01-11T11:15:23.000Z\nChain ID: 1',
    ),
    issue: 'chainId',
    differs:
      'CAIP-122 itself has it there. EIP-4361 and the profile of Solana have it before the nonce, and a message has one form.',
  },
  {
    ...other(
      'Solana: a network of 44 characters',
      'Chain ID: 1',
      'Chain ID: 5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d',
    ),
    issue: 'chainId',
    differs: 'The example of CAIP-122 has the whole hash; a reference of CAIP-2 has 32 characters.',
  },
  { ...other('Solana: a network with its family', 'Chain ID: 1', 'Chain ID: solana:mainnet'), issue: 'chainId' },
  {
    name: 'domain and address alone',
    source: siws,
    text: `solana.com${opening}\nA`,
    issue: 'accountAddress',
    differs: needsAll,
  },
  {
    name: 'a statement alone',
    source: siws,
    text: `solana.com${opening}\nA\n\nS`,
    issue: 'statement',
    differs: needsAll,
  },
  {
    ...{ name: 'a statement of three lines', source: siws, text: `solana.com${opening}\nA\n\nS\n\nS`, issue: 'uri' },
    differs: needsAll,
  },
  {
    ...{
      name: 'a URI alone',
      source: siws,
      text: `solana.com${opening}\nA\n\nURI: https://solana.com`,
      issue: 'statement',
    },
    differs: needsAll,
  },
  {
    ...{
      name: 'a statement and a URI',
      source: siws,
      text: `solana.com${opening}\nA\n\nS\n\nURI: https://solana.com`,
      issue: 'version',
    },
    differs: needsAll,
  },
]
