import type { RecapVector } from './SiwxVector.ts'

const erc = 'ERC-5573, examples'
const library = 'ERC-5573; test vectors of its reference library'
const walletConnect = 'WalletConnect specification, wallet authentication'
const begin = 'I further authorize the stated URI to perform the following actions on my behalf:'
const own = 'our own'

const example =
  'urn:recap:eyJhdHQiOnsiaHR0cHM6Ly9leGFtcGxlLmNvbSI6eyJleGFtcGxlL2FwcGVuZCI6W10sImV4YW1wbGUvcmVhZCI6W10sIm90aGVyL2FjdGlvbiI6W119LCJteTpyZXNvdXJjZTp1cmkuMSI6eyJleGFtcGxlL2FwcGVuZCI6W10sImV4YW1wbGUvZGVsZXRlIjpbXX0sIm15OnJlc291cmNlOnVyaS4yIjp7ImV4YW1wbGUvYXBwZW5kIjpbXX0sIm15OnJlc291cmNlOnVyaS4zIjp7ImV4YW1wbGUvYXBwZW5kIjpbXX19LCJwcmYiOltdfQ'
const pictures =
  'urn:recap:eyJhdHQiOnsiaHR0cHM6Ly9leGFtcGxlLmNvbS9waWN0dXJlcy8iOnsiY3J1ZC9kZWxldGUiOlt7fV0sImNydWQvdXBkYXRlIjpbe31dLCJvdGhlci9hY3Rpb24iOlt7fV19LCJtYWlsdG86dXNlcm5hbWVAZXhhbXBsZS5jb20iOnsibXNnL3JlY2VpdmUiOlt7Im1heF9jb3VudCI6NSwidGVtcGxhdGVzIjpbIm5ld3NsZXR0ZXIiLCJtYXJrZXRpbmciXX1dLCJtc2cvc2VuZCI6W3sidG8iOiJzb21lb25lQGVtYWlsLmNvbSJ9LHsidG8iOiJqb2VAZW1haWwuY29tIn1dfX0sInByZiI6WyJ6ZGo3V2o2Rk5TNHJVVWJzaUp2amp4Y3NOcVpkRENTaVlSOHNLUVhmb1BmcFNadUF3Il19'
const credential = 'urn:recap:eyJhdHQiOnsiY3JlZGVudGlhbDoqIjp7ImNyZWRlbnRpYWwvcHJlc2VudCI6W119fSwicHJmIjpbXX0'
const credentialSays = `${begin} (1) 'credential': 'present' for 'credential:*'.`
const typed =
  'urn:recap:eyJhdHQiOnsiZWlwMTU1Ijp7InJlcXVlc3QvZXRoX3NpZ25UeXBlZERhdGFfdjQiOlt7fV0sInJlcXVlc3QvcGVyc29uYWxfc2lnbiI6W3t9XX19fQ'
/** Encodes any value as a recap, well-formed or not. */
const encode = (json: string) => `urn:recap:${btoa(json).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`
const saying = (att: string) => `{"att":${att}}`
const one = saying('{"a:b":{"crud/read":[{}]}}')
const oneSays = `${begin} (1) 'crud': 'read' for 'a:b'.`
const malformed = (name: string, json: string, statement = oneSays): RecapVector => ({
  ...{ name, source: own, statement, resources: [encode(json)], issue: 'resources' },
})

/** Statements and resources with a recap among them. */
export const recapVectors: readonly RecapVector[] = [
  { name: 'nothing', source: own, resources: [] },
  {
    name: 'a statement and a resource without a recap',
    source: own,
    statement: 'Hello',
    resources: ['https://a.example'],
  },
  {
    name: 'abilities of two kinds and three resources',
    source: erc,
    statement: `${begin} (1) 'example': 'append', 'read' for 'https://example.com'. (2) 'other': 'action' for 'https://example.com'. (3) 'example': 'append', 'delete' for 'my:resource:uri.1'. (4) 'example': 'append' for 'my:resource:uri.2'. (5) 'example': 'append' for 'my:resource:uri.3'.`,
    resources: [example],
  },
  {
    name: 'limits and proofs',
    source: erc,
    statement: `${begin} (1) 'crud': 'delete', 'update' for 'https://example.com/pictures/'. (2) 'other': 'action' for 'https://example.com/pictures/'. (3) 'msg': 'receive', 'send' for 'mailto:username@example.com'.`,
    resources: [pictures],
  },
  {
    name: 'methods of a family',
    source: walletConnect,
    statement: `${begin} (1) 'request': 'eth_signTypedData_v4', 'personal_sign' for 'eip155'.`,
    resources: [typed],
  },
  {
    name: 'a statement of the app, and a resource before it',
    source: library,
    statement: `Some custom statement. ${credentialSays}`,
    resources: ['http://example.com', credential],
  },
  { name: 'our own', source: own, statement: oneSays, resources: [encode(one)] },
  {
    ...{ name: 'a resource behind it', source: library, statement: credentialSays, issue: 'resources' },
    resources: [credential, 'ftp://example.com'],
    differs: 'The library takes it anywhere, the standard as the last one alone.',
  },
  { name: 'two recaps', source: erc, statement: oneSays, resources: [encode(one), encode(one)], issue: 'resources' },
  {
    name: 'a statement that does not say it',
    source: erc,
    statement: 'Hello',
    resources: [credential],
    issue: 'statement',
  },
  { name: 'no statement', source: erc, resources: [credential], issue: 'statement' },
  {
    name: 'a statement that says less',
    source: own,
    statement: `${begin} (1) 'example': 'append' for 'https://example.com'.`,
    resources: [example],
    issue: 'statement',
  },
  {
    name: 'a statement that says something behind it',
    source: own,
    statement: `${oneSays} Not really.`,
    resources: [encode(one)],
    issue: 'statement',
  },
  {
    name: 'a statement that says it twice',
    source: own,
    statement: `${oneSays} ${oneSays}`,
    resources: [encode(one)],
    issue: 'statement',
  },
  {
    name: 'a statement right before it',
    source: own,
    statement: `Hello.${oneSays}`,
    resources: [encode(one)],
    issue: 'statement',
  },
  { name: 'a statement that says it of nothing', source: own, statement: oneSays, resources: [], issue: 'statement' },
  {
    name: 'a recap in capitals',
    source: own,
    statement: oneSays,
    resources: [encode(one).replace('urn:recap', 'URN:ReCap')],
    issue: 'resources',
  },
  { name: 'padding', source: own, statement: oneSays, resources: [`${encode(one)}=`], issue: 'resources' },
  { name: 'no payload', source: own, statement: oneSays, resources: ['urn:recap:'], issue: 'resources' },
  {
    name: 'a payload that is no base64',
    source: own,
    statement: oneSays,
    resources: ['urn:recap:*'],
    issue: 'resources',
  },
  {
    name: 'the other alphabet',
    source: own,
    statement: `${begin} (1) 'crud': 'read' for 'a:b???'.`,
    resources: [`urn:recap:${btoa(saying('{"a:b???":{"crud/read":[]}}')).replaceAll('=', '')}`],
    issue: 'resources',
  },
  malformed('no JSON', '{'),
  malformed('null', 'null'),
  malformed('a list', '[]'),
  malformed('no abilities at all', '{}'),
  malformed('no resources', saying('{}')),
  malformed('a resource without abilities', saying('{"a:b":{}}')),
  malformed('an ability without a kind', saying('{"a:b":{"read":[]}}')),
  malformed('an ability of three parts', saying('{"a:b":{"crud/read/all":[]}}')),
  malformed('an ability with a space', saying('{"a:b":{"crud/re ad":[]}}')),
  malformed('limits that are no list', saying('{"a:b":{"crud/read":{}}}')),
  malformed('a limit that is no object', saying('{"a:b":{"crud/read":[1]}}')),
  malformed('a limit that is a list', saying('{"a:b":{"crud/read":[[]]}}')),
  malformed('spaces', one.replace('{"crud', '{ "crud')),
  malformed('a key twice', saying('{"a:b":{"crud/delete":[]},"a:b":{"crud/read":[{}]}}')),
  malformed('resources out of order', saying('{"b:b":{"crud/read":[]},"a:b":{"crud/read":[]}}')),
  malformed('abilities out of order', saying('{"a:b":{"crud/write":[],"crud/read":[]}}')),
  malformed('keys of a limit out of order', saying('{"a:b":{"crud/read":[{"b":1,"a":1}]}}')),
  malformed('a field that no sentence says', `${one.slice(0, -1)},"more":1}`),
  malformed('a proof that is no text', `${one.slice(0, -1)},"prf":[1]}`),
  malformed('the proofs first', `{"prf":[],${one.slice(1)}`),
  // It would read as two grants, of which the second does not exist.
  malformed(
    'a resource that ends its own name',
    saying(`{"a:b'. (2) 'crud': 'write' for 'c:d":{"crud/read":[]}}`),
    `${begin} (1) 'crud': 'read' for 'a:b'. (2) 'crud': 'write' for 'c:d'.`,
  ),
]
