import type { SiwxMessageData } from '../SiwxMessageData.ts'
import type { SiwxTextVector } from './SiwxVector.ts'

const source = 'our own'

type Family = { namespace: string; account: string; accountAddress: string; chainId: SiwxMessageData['chainId'] }

const families: readonly Family[] = [
  {
    ...{ namespace: 'eip155', account: 'Ethereum', chainId: 'eip155:1' },
    accountAddress: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  },
  {
    ...{ namespace: 'solana', account: 'Solana', chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' },
    accountAddress: 'GwAF45zjfyGzUbd3i3hXxzGeuchzEZXwpRYHZM5912F1',
  },
  {
    ...{ namespace: 'bip122', account: 'Bitcoin', chainId: 'bip122:000000000019d6689c085ae165831e93' },
    accountAddress: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  },
]

const evil = 'URI: https://evil.example'
const fields = [evil, 'Version: 1', 'Chain ID: 10', 'Nonce: 99999999', 'Issued At: 2026-01-01T00:00:00Z']

/** Hosts that look like `brass.example`, or are parsed as another host. */
const hosts = {
  'a Cyrillic letter': 'br\u0430ss.example',
  'letters of full width': '\uff42rass.example',
  'a full stop of another script': 'brass\u3002example',
  'a slash that is none': 'brass.example\u2215evil.example',
  'a soft hyphen': 'br\u00adass.example',
  'no width': 'brass\u200b.example',
  'the other direction': '\u202eelpmaxe.ssarb',
  'a user': 'brass.example@evil.example',
  'a user with a password': 'brass.example:443@evil.example',
  'a percent-encoded letter': 'br%61ss.example',
  'a percent-encoded dot': 'brass%2eexample',
  'a path': 'brass.example/login',
  'a query': 'brass.example?evil.example',
  'a fragment': 'evil.example#brass.example',
  'a backslash': 'brass.example\\evil.example',
  'a space': 'brass.example evil.example',
  'a tab': 'brass.example\tevil.example',
  'a null byte': 'brass.example\0.evil.example',
  'a carriage return': 'evil.example\rbrass.example',
  'a line separator': 'evil.example\u2028brass.example',
  'an empty port': 'brass.example:',
  'port 0': 'brass.example:0',
  'a port with a zero before it': 'brass.example:0443',
  'a port beyond all': 'brass.example:65536',
  'two ports': 'brass.example:443:80',
  'a port of another script': 'brass.example:\u0664\u0664\u0663',
  'a port alone': ':443',
  'an address without its bracket': '[::1',
  'an address with a zone': '[fe80::1%25eth0]',
  'no such address': '[::1::]',
  'no such IPv4 address': '1.2.3.256',
  'two names': 'brass.example,evil.example',
  'quotation marks': '"brass.example"',
  'a wild card': '*.example',
}
/** Valid hosts. The comparison with the site's origin decides about them. */
const plainHosts = {
  capitals: 'Brass.Example',
  'a dot behind it': 'brass.example.',
  punycode: 'xn--brss-5na.example',
  'the port of https': 'brass.example:443',
  'a port': 'brass.example:65535',
  'an IPv6 address': '[::1]:5173',
  'a number': '2130706433',
  'one name': 'localhost',
}
/** Characters that are invisible, or change the visible text. */
const hidden = {
  'a null byte': '\0',
  'a tab': '\t',
  'a vertical tab': '\v',
  'a form feed': '\f',
  'a carriage return': '\r',
  'an escape': '\x1b',
  'a delete': '\x7f',
  'a next line': '\u0085',
  'a line separator': '\u2028',
  'a paragraph separator': '\u2029',
  'an override of the direction': '\u202e',
  'an isolate of the direction': '\u2066',
  'a mark of the direction': '\u200f',
  'an Arabic mark of the direction': '\u061c',
  'no width': '\u200b',
  'a joiner': '\u200d',
  'a byte order mark': '\ufeff',
  'a word joiner': '\u2060',
  'a soft hyphen': '\u00ad',
  'a filler': '\u3164',
  'an empty pattern': '\u2800',
  'a tag': '\u{e0041}',
  'a variation of another plane': '\u{e0100}',
  'a private character': '\ue000',
  'a half character': '\ud800',
}

const attacksOn = ({ namespace, account, accountAddress, chainId }: Family): SiwxTextVector[] => {
  const reference = chainId.slice(namespace.length + 1)
  const data: SiwxMessageData = {
    ...{ accountAddress, chainId, domain: 'brass.example', uri: 'https://brass.example/login', version: '1' },
    ...{ nonce: 'f00dfacedeadbeef', statement: 'Sign in to Brass', issuedAt: '2026-11-20T10:00:00.000Z' },
  }
  const text = [
    `brass.example wants you to sign in with your ${account} account:`,
    ...[accountAddress, '', 'Sign in to Brass', '', 'URI: https://brass.example/login', 'Version: 1'],
    ...[`Chain ID: ${reference}`, 'Nonce: f00dfacedeadbeef', 'Issued At: 2026-11-20T10:00:00.000Z'],
  ].join('\n')
  const of = (name: string) => ({ name: `${namespace}: ${name}`, source })
  const other = (name: string, from: string | RegExp, to: string) => ({
    ...of(name),
    text: text.replace(from, () => to),
  })
  const refused = (name: string, from: string | RegExp, to: string, issue: keyof SiwxMessageData): SiwxTextVector => ({
    ...other(name, from, to),
    issue,
  })
  const stated = (name: string, statement: string): SiwxTextVector => ({
    ...other(name, 'Sign in to Brass', statement),
    data: { ...data, statement },
  })
  const shown = namespace === 'eip155' ? 'Sign in' : 'Grüße aus 東京 ❤\ufe0f'
  return [
    { ...of('as it is'), text, data },
    // The content of a statement is always a sentence, even if it looks like a field.
    stated('every field in the statement', fields.join(' ')),
    stated('a statement like the line of a field', 'Nonce: 99999999'),
    stated('a statement like a resource', '- https://evil.example'),
    stated('a statement like an opening', `evil.example wants you to sign in with your ${account} account:`),
    stated('a long statement', 'a'.repeat(9_000)),
    stated('a statement of spaces', '   '),
    stated('a statement in its language', shown),
    // The server's nonce in another field. A server that searches the whole text for it would accept an old message.
    ...[
      ['the request id', 'Request ID: Nonce:99999999', { requestId: 'Nonce:99999999' }] as const,
      ['a resource', 'Resources:\n- urn:nonce:99999999', { resources: ['urn:nonce:99999999'] }] as const,
    ].map(
      ([name, line, change]): SiwxTextVector => ({
        ...other(`a nonce in ${name}`, /$/, `\n${line}`),
        ...{ source: 'better-auth, pull request 7238', data: { ...data, ...change } },
      }),
    ),
    {
      ...other('a nonce in the URI', 'https://brass.example/login', 'https://brass.example/?Nonce:99999999'),
      ...{ source: 'better-auth, pull request 7238', data: { ...data, uri: 'https://brass.example/?Nonce:99999999' } },
    },
    refused('a statement that is too long', 'Sign in to Brass', 'a'.repeat(10_000), 'statement'),
    // The first fields end the statement, and the later ones are too many.
    refused('a statement with fields of its own', 'Sign in to Brass', `Sign in\n\n${fields.join('\n')}`, 'resources'),
    refused('a line behind the statement', 'Sign in to Brass', `Sign in\n${evil}`, 'statement'),
    refused('an empty line behind the statement', 'Sign in to Brass\n', 'Sign in to Brass\n\n', 'uri'),
    refused('two empty statements', 'Sign in to Brass\n', '\n\n', 'uri'),
    ...Object.entries(hidden).map(([name, character]) =>
      refused(`${name} in the statement`, 'Sign in to', `Sign${character}in to`, 'statement'),
    ),
    ...Object.entries(hosts).map(([name, host]) => refused(`a domain with ${name}`, 'brass.example', host, 'domain')),
    ...Object.entries(plainHosts).map(
      ([name, domain]): SiwxTextVector => ({
        ...other(`a domain with ${name}`, 'brass.example', domain),
        data: { ...data, domain },
      }),
    ),
    refused('no domain', 'brass.example', '', 'domain'),
    refused('a scheme without a domain', 'brass.example', 'https://', 'domain'),
    refused('two schemes', 'brass.example', 'https://http://brass.example', 'domain'),
    refused('an opening without its colon', 'account:', 'account', 'domain'),
    refused('another opening', 'wants you to sign in', 'Wants you to sign in', 'domain'),
    refused('a family that is none', account, 'Cosmos', 'domain'),
    refused('something in front', /^/, ' ', 'domain'),
    refused('an empty line in front', /^/, '\n', 'domain'),
    refused('a byte order mark in front', /^/, '\ufeff', 'domain'),
    refused('other ends of lines', text, text.replaceAll('\n', '\r\n'), 'domain'),
    refused('no ends of lines', text, text.replaceAll('\n', ' '), 'domain'),
    refused('an empty line behind', /$/, '\n', 'resources'),
    refused('a space behind', /$/, ' ', 'issuedAt'),
    refused('a line behind', /$/, '\nand more', 'resources'),
    refused('a line of its own', '\nVersion', '\nNote: hello\nVersion', 'version'),
    refused('no address', accountAddress, '', 'accountAddress'),
    refused('a space behind the address', accountAddress, `${accountAddress} `, 'accountAddress'),
    // Any letters and digits can be a Bitcoin address.
    ...(namespace === 'bip122'
      ? []
      : [refused('an address of another family', accountAddress, families[2]?.accountAddress ?? '', 'accountAddress')]),
    refused('an account instead of an address', accountAddress, `${chainId}:${accountAddress}`, 'accountAddress'),
    refused('a short address', accountAddress, accountAddress.slice(0, 20), 'accountAddress'),
    refused('two spaces before a value', 'URI: ', 'URI:  ', 'uri'),
    refused('no space before a value', 'Nonce: ', 'Nonce:', 'nonce'),
    refused('a label in small letters', 'Nonce: ', 'nonce: ', 'nonce'),
    refused('a URI twice', '\nVersion', `\n${evil}\nVersion`, 'version'),
    refused('a nonce twice', '\nIssued', '\nNonce: 99999999\nIssued', namespace === 'eip155' ? 'issuedAt' : 'nonce'),
    refused('a time twice', /$/, '\nIssued At: 2026-11-20T10:00:00.000Z', 'issuedAt'),
    refused('resources twice', /$/, '\nResources:\n- https://a.example\nResources:', 'resources'),
    refused('a resource on the line of its label', /$/, '\nResources: https://a.example', 'resources'),
    refused('a resource without its dash', /$/, '\nResources:\nhttps://a.example', 'resources'),
    refused('a resource with another dash', /$/, '\nResources:\n* https://a.example', 'resources'),
    refused('an empty resource', /$/, '\nResources:\n- ', 'resources'),
    refused('a space in a resource', /$/, '\nResources:\n- https://a.example/a b', 'resources'),
    refused('a resource of another script', /$/, '\nResources:\n- https://a.example/\u0430', 'resources'),
    refused('a backslash in the URI', 'https://brass.example/login', 'https://evil.example\\@brass.example', 'uri'),
    refused('a URI of another script', 'https://brass.example/login', 'https://br\u0430ss.example', 'uri'),
    refused('a port beyond all in the URI', 'https://brass.example/login', 'https://brass.example:65536', 'uri'),
    refused('an empty version', 'Version: 1', 'Version: ', 'version'),
    refused('a version of another script', 'Version: 1', 'Version: \u0661', 'version'),
    refused('a version with a space', 'Version: 1', 'Version: 1 ', 'version'),
    refused('an empty chain', `Chain ID: ${reference}`, 'Chain ID: ', 'chainId'),
    refused('a chain with its family', `Chain ID: ${reference}`, `Chain ID: ${chainId}`, 'chainId'),
    refused('a nonce with a hyphen', 'f00dfacedeadbeef', 'f00d-face', 'nonce'),
    refused(
      'a nonce of another script',
      'f00dfacedeadbeef',
      '\u0661\u0662\u0663\u0664\u0665\u0666\u0667\u0668',
      'nonce',
    ),
    refused('an empty time', '2026-11-20T10:00:00.000Z', '', 'issuedAt'),
    ...[
      ...['2026-11-20', '2026-11-20T10:00Z', '2026-11-20T10:00:00', '2026-11-20 10:00:00Z', '20261120T100000Z'],
      ...['2026-11-20T10:00:00.Z', '2026-11-20T10:00:00,5Z', '+002026-11-20T10:00:00Z', '12026-11-20T10:00:00Z'],
      ...[
        '2026-00-20T10:00:00Z',
        '2026-11-00T10:00:00Z',
        '2026-11-31T10:00:00Z',
        '2026-02-29T10:00:00Z',
        '2100-02-29T10:00:00Z',
      ],
      ...['2026-11-20T24:00:00Z', '2026-11-20T10:60:00Z', '2026-11-20T10:00:00+24:00', '2026-11-20T10:00:00+00:60'],
      ...['2026-11-20T10:00:00+0100', '2026-11-20T10:00:00 +01:00', '2026-11-20T10:00:00UTC', '1795168800', 'now'],
    ].map((time) => refused(`the time ${time}`, '2026-11-20T10:00:00.000Z', time, 'issuedAt')),
    ...['2026-11-20t10:00:00z', '2026-12-31T23:59:60Z'].map(
      (time): SiwxTextVector => ({
        ...refused(`the time ${time}`, '2026-11-20T10:00:00.000Z', time, 'issuedAt'),
        differs: 'RFC 3339 has it. Not every Date.parse reads it.',
      }),
    ),
    ...[
      ...[
        '2024-02-29T10:00:00Z',
        '2000-02-29T10:00:00Z',
        '2026-11-20T10:00:00.123456789Z',
        '2026-11-20T10:00:00+23:59',
      ],
      ...[
        '2026-11-20T10:00:00-00:00',
        '0000-01-01T00:00:00Z',
        '0001-01-01T00:00:00Z',
        '1969-12-31T23:59:59Z',
        '9999-12-31T23:59:59.999Z',
      ],
    ].map(
      (issuedAt): SiwxTextVector => ({
        ...other(`the time ${issuedAt}`, '2026-11-20T10:00:00.000Z', issuedAt),
        data: { ...data, issuedAt },
      }),
    ),
    refused('an end at its beginning', /$/, '\nExpiration Time: 2026-11-20T10:00:00.000Z', 'expirationTime'),
    refused(
      'an end before its beginning',
      /$/,
      '\nExpiration Time: 2026-11-22T00:00:00Z\nNot Before: 2026-11-23T00:00:00Z',
      'expirationTime',
    ),
    refused(
      'an end before its beginning, by the offset',
      /$/,
      '\nExpiration Time: 2026-11-20T11:00:00+02:00',
      'expirationTime',
    ),
  ]
}

const ethereum = attacksOn(families[0] as Family)[0] as SiwxTextVector & { data: SiwxMessageData }
const onChain = (reference: string) => ({
  ...{ name: `eip155: the chain ${reference}`, source },
  text: ethereum.text.replace('Chain ID: 1', `Chain ID: ${reference}`),
})

/** Texts that imitate others in every family, and texts that only seem to. */
export const attackTexts: readonly SiwxTextVector[] = [
  ...families.flatMap(attacksOn),
  ...['01', '0x1', '1e3', '-1', '+1', '1.0', '9007199254740992', '9007199254740993', '9'.repeat(78), '\u0661'].map(
    (reference): SiwxTextVector => ({ ...onChain(reference), issue: 'chainId' }),
  ),
  ...['0', '9007199254740991'].map(
    (reference): SiwxTextVector => ({
      ...onChain(reference),
      data: { ...ethereum.data, chainId: `eip155:${reference}` },
    }),
  ),
  ...['"', '%', '\\', '^', 'é', '\u2019'].map(
    (character): SiwxTextVector => ({
      ...{ name: `eip155: ${character} in the statement`, source, issue: 'statement' },
      text: ethereum.text.replace('Sign in to', `Sign ${character} in to`),
    }),
  ),
]
