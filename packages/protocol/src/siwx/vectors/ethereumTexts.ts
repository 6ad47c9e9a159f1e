import type { SiwxMessageData } from '../SiwxMessageData.ts'
import type { SiwxTextVector } from './SiwxVector.ts'

const source = 'EIP-4361; test vectors of its reference libraries (parsing, message objects, characters, specification)'
const accountAddress = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const statement = 'I accept the ServiceOrg Terms of Service: https://service.org/tos'

/** The message from which most texts are derived. */
const plain = [
  'service.org wants you to sign in with your Ethereum account:',
  accountAddress,
  '',
  statement,
  '',
  'URI: https://service.org/login',
  'Version: 1',
  'Chain ID: 1',
  'Nonce: 32891757',
  'Issued At: 2021-09-30T16:25:24.000Z',
].join('\n')
const plainData: SiwxMessageData = {
  accountAddress,
  chainId: 'eip155:1',
  domain: 'service.org',
  statement,
  uri: 'https://service.org/login',
  version: '1',
  nonce: '32891757',
  issuedAt: '2021-09-30T16:25:24.000Z',
}
const { statement: _, ...withoutStatement } = plainData

/** The message with every field. */
const full = [
  'service.org wants you to sign in with your Ethereum account:',
  '0xe5A12547fe4E872D192E3eCecb76F2Ce1aeA4946',
  '',
  statement,
  '',
  'URI: https://service.org/login',
  'Version: 1',
  'Chain ID: 1',
  'Nonce: 12341234',
  'Issued At: 2022-03-17T12:45:13.610Z',
  'Expiration Time: 2023-03-17T12:45:13.610Z',
  'Not Before: 2022-03-17T12:45:13.610Z',
  'Request ID: some_id',
  'Resources:',
  '- https://service.org/login',
].join('\n')
const fullData: SiwxMessageData = {
  ...plainData,
  accountAddress: '0xe5A12547fe4E872D192E3eCecb76F2Ce1aeA4946',
  nonce: '12341234',
  issuedAt: '2022-03-17T12:45:13.610Z',
  expirationTime: '2023-03-17T12:45:13.610Z',
  notBefore: '2022-03-17T12:45:13.610Z',
  requestId: 'some_id',
  resources: ['https://service.org/login'],
}
const { resources: __, ...withoutResources } = fullData

const other = (name: string, from: string, to: string, base = full) => ({
  name,
  source,
  text: base.replace(from, () => to),
})
const inWords = 'Wed Oct 05 2011 16:48:00 GMT+0200 (CEST)'
const noUser = 'A user before the host is in no origin, and can look like the host.'
const shownChecksum = 'An address without its checksum (EIP-55) is read: who verifies a signature looks at it.'

/** Texts that must be read with exactly these fields. */
const right: readonly SiwxTextVector[] = [
  { name: 'no optional field', source, text: plain, data: plainData },
  { name: 'every field', source, text: full, data: fullData },
  {
    name: 'resources',
    source,
    text: `${plain}\nResources:\n- ipfs://Qme7ss3ARVgxv6rXqVPiikMJ8u2NLgmgszg13pYrDKEoiu\n- https://example.com/my-web2-claim.json`,
    data: {
      ...plainData,
      resources: ['ipfs://Qme7ss3ARVgxv6rXqVPiikMJ8u2NLgmgszg13pYrDKEoiu', 'https://example.com/my-web2-claim.json'],
    },
  },
  {
    ...other('a time without fractions', '24.000Z', '24Z', plain),
    data: { ...plainData, issuedAt: '2021-09-30T16:25:24Z' },
  },
  {
    ...other('a domain that is an IP address', 'service.org', '127.0.0.1', plain),
    data: { ...plainData, domain: '127.0.0.1' },
  },
  {
    ...other('a domain that is an IP address with a port', 'service.org', '127.0.0.1:8080', plain),
    data: { ...plainData, domain: '127.0.0.1:8080' },
  },
  {
    ...other('a domain with a port', 'service.org', 'example.com:3388', plain),
    data: { ...plainData, domain: 'example.com:3388' },
  },
  {
    ...other('a scheme', 'service.org', 'https://example.com', plain),
    data: { ...plainData, domain: 'example.com', scheme: 'https' },
  },
  {
    ...other('a scheme of every character', 'service.org', 'abcXYZ0123456789+-.://example.com', plain),
    data: { ...plainData, domain: 'example.com', scheme: 'abcXYZ0123456789+-.' },
  },
  { ...other('no statement', `${statement}\n`, '', plain), data: withoutStatement },
  { ...other('an empty statement', statement, '', plain), data: { ...plainData, statement: '' } },
  {
    ...other('a statement of every character', statement, ":/?#[]@!$&'()*+,;= azAZ09-._~", plain),
    data: { ...plainData, statement: ":/?#[]@!$&'()*+,;= azAZ09-._~" },
  },
  { ...other('an empty request id', 'Request ID: some_id', 'Request ID: '), data: { ...fullData, requestId: '' } },
  {
    ...other('no request id', 'Request ID: some_id\n', ''),
    data: Object.fromEntries(Object.entries(fullData).filter(([key]) => key !== 'requestId')) as SiwxMessageData,
  },
  {
    ...other('a request id of every character', 'some_id', "azAZ09-._~!$&'()*+,;=:@%00%ff%FF%0a%20"),
    data: { ...fullData, requestId: "azAZ09-._~!$&'()*+,;=:@%00%ff%FF%0a%20" },
  },
  { ...other('no resources', '\nResources:\n- https://service.org/login', ''), data: withoutResources },
  { ...other('empty resources', '\n- https://service.org/login', ''), data: { ...fullData, resources: [] } },
  {
    ...other('resources of other schemes', '- https://service.org/login', '- ftp://mystuff.com\n- uri:'),
    data: { ...fullData, resources: ['ftp://mystuff.com', 'uri:'] },
  },
  {
    ...other('an address in small letters', accountAddress, accountAddress.toLowerCase(), plain),
    data: { ...plainData, accountAddress: accountAddress.toLowerCase() as `0x${string}` },
    differs: shownChecksum,
  },
  {
    ...other('an address with a wrong checksum', accountAddress, accountAddress.replace('C02', 'c02'), plain),
    data: { ...plainData, accountAddress: accountAddress.replace('C02', 'c02') as `0x${string}` },
    differs: shownChecksum,
  },
  {
    ...other('a domain with an underscore', 'service.org', 'not_rfc4501'),
    data: { ...fullData, domain: 'not_rfc4501' },
    differs: 'An underscore is a character of hosts (RFC 3986, reg-name), and browsers have such origins.',
  },
]

const without = (name: string, line: string, issue: keyof SiwxMessageData): SiwxTextVector => ({
  ...other(name, line, ''),
  issue,
})

/** Texts that must be refused. */
const wrong: readonly SiwxTextVector[] = [
  { ...other('a line missing', 'URI: https://service.org/login\n', '', plain), issue: 'uri' },
  { ...other('a further empty line', `\n${statement}`, `\n\n${statement}`, plain), issue: 'uri' },
  { ...other('an address in the place of the empty line', '\n\n', '\n', plain), issue: 'accountAddress' },
  { ...other('another version', 'Version: 1', 'Version: 2', plain), issue: 'version' },
  { ...other('no domain', 'service.org', ''), issue: 'domain' },
  without('no address', fullData.accountAddress, 'accountAddress'),
  without('an empty line instead of the URI', 'URI: https://service.org/login', 'uri'),
  without('an empty line instead of the version', 'Version: 1', 'version'),
  without('an empty line instead of the chain', 'Chain ID: 1', 'chainId'),
  without('an empty line instead of the nonce', 'Nonce: 12341234', 'nonce'),
  without('an empty line instead of the time', 'Issued At: 2022-03-17T12:45:13.610Z', 'issuedAt'),
  { ...other('no time', 'Issued At: 2022-03-17T12:45:13.610Z\n', ''), issue: 'issuedAt' },
  {
    ...other(
      'the version before the URI',
      'URI: https://service.org/login\nVersion: 1',
      'Version: 1\nURI: https://service.org/login',
    ),
    issue: 'uri',
  },
  { ...other('the chain before the version', 'Version: 1\nChain ID: 1', 'Chain ID: 1\nVersion: 1'), issue: 'version' },
  {
    ...other('the nonce before the chain', 'Chain ID: 1\nNonce: 12341234', 'Nonce: 12341234\nChain ID: 1'),
    issue: 'chainId',
  },
  {
    ...other('a chain in the line of the nonce', 'Chain ID: 1\nNonce: 12341234', 'Nonce: 12341234Chain ID: 1\n'),
    issue: 'chainId',
  },
  {
    ...other(
      'the time before the nonce',
      'Nonce: 12341234\nIssued At: 2022-03-17T12:45:13.610Z',
      'Issued At: 2022-03-17T12:45:13.610Z\nNonce: 12341234',
    ),
    issue: 'nonce',
  },
  {
    ...other(
      'the expiry before the time',
      'Issued At: 2022-03-17T12:45:13.610Z\nExpiration Time: 2023-03-17T12:45:13.610Z',
      'Expiration Time: 2023-03-17T12:45:13.610Z\nIssued At: 2022-03-17T12:45:13.610Z',
    ),
    issue: 'issuedAt',
  },
  {
    ...other(
      'the beginning before the expiry',
      'Expiration Time: 2023-03-17T12:45:13.610Z\nNot Before: 2022-03-17T12:45:13.610Z',
      'Not Before: 2022-03-17T12:45:13.610Z\nExpiration Time: 2023-03-17T12:45:13.610Z',
    ),
    issue: 'expirationTime',
  },
  {
    ...other(
      'the request id before the beginning',
      'Not Before: 2022-03-17T12:45:13.610Z\nRequest ID: some_id',
      'Request ID: some_id\nNot Before: 2022-03-17T12:45:13.610Z',
    ),
    issue: 'notBefore',
  },
  {
    ...other(
      'the resources before the request id',
      'Request ID: some_id\nResources:\n- https://service.org/login',
      'Resources:\n- https://service.org/login\nRequest ID: some_id',
    ),
    issue: 'requestId',
  },
  { ...other('a domain that is none', 'service.org', '#notrfc4501'), issue: 'domain' },
  { ...other('a domain with a user', 'service.org', 'test@127.0.0.1', plain), issue: 'domain', differs: noUser },
  {
    ...other('a domain with a user and a port', 'service.org', 'test@127.0.0.1:8080', plain),
    issue: 'domain',
    differs: noUser,
  },
  { ...other('a statement of two lines', 'Service: ', 'Service: \n'), issue: 'statement' },
  { ...other('a URI that is none', 'URI: https://service.org/login', 'URI: _not_a_rfc3986_valid_uri_'), issue: 'uri' },
  {
    ...other('a URI without a scheme', 'URI: https://service.org/login', 'URI: :not_a_rfc3986_valid_uri_'),
    issue: 'uri',
  },
  { ...other('a chain that is none', 'Chain ID: 1', 'Chain ID: ?'), issue: 'chainId' },
  { ...other('a nonce of seven characters', '12341234', '1234567'), issue: 'nonce' },
  { ...other('a time in words', '2022-03-17T12:45:13.610Z', inWords), issue: 'issuedAt' },
  { ...other('an expiry in words', '2023-03-17T12:45:13.610Z', inWords), issue: 'expirationTime' },
  {
    ...other('a beginning in words', 'Not Before: 2022-03-17T12:45:13.610Z', `Not Before: ${inWords}`),
    issue: 'notBefore',
  },
  { ...other('a 13th month', 'Issued At: 2022-03', 'Issued At: 2022-13'), issue: 'issuedAt' },
  { ...other('a 32nd day', '2023-03-17', '2023-03-32'), issue: 'expirationTime' },
  { ...other('a 25th hour', 'Not Before: 2022-03-17T12', 'Not Before: 2023-03-17T25'), issue: 'notBefore' },
  { ...other('a 31st of February', 'Issued At: 2022-03-17', 'Issued At: 2022-02-31'), issue: 'issuedAt' },
  {
    ...other(
      'two resources in a line',
      '- https://service.org/login',
      '- https://service.org/login - https://service.org/login/2',
    ),
    issue: 'resources',
  },
  {
    ...other(
      'a first resource that is no URI',
      '- https://service.org/login',
      '- _not_a_rfc3986_valid_uri_\n- https://service.org/login',
    ),
    issue: 'resources',
  },
  {
    ...other(
      'a second resource that is no URI',
      '- https://service.org/login',
      '- https://service.org/login\n- sample.org',
    ),
    issue: 'resources',
  },
  ...['`', '<', '>', '{', '|', '}'].map((character) => ({
    ...other(`${character} in a statement`, 'I accept', `I ${character} accept`),
    issue: 'statement' as const,
  })),
  ...[' ', ':', '#', '?', '@', '!', '~'].map((character) => ({
    ...other(`${character} in a scheme`, 'service.org', `ht${character}tps://service.org`),
    issue: 'domain' as const,
  })),
  ...['/', '#', '?', '[', ']'].map((character) => ({
    ...other(`${character} in a domain`, 'service.org', `service${character}.org`),
    issue: 'domain' as const,
  })),
  ...['^', '`', '|', '%', '?', '#', '['].map((character) => ({
    ...other(`${character} in a request id`, 'some_id', `some${character}id`),
    issue: 'requestId' as const,
  })),
]

/** Texts of sign-ins with Ethereum. */
export const ethereumTexts: readonly SiwxTextVector[] = [...right, ...wrong]
