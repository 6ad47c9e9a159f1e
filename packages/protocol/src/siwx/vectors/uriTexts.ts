import type { SiwxTextVector } from './SiwxVector.ts'

const source = 'EIP-4361; test vectors of its reference libraries (URIs, IPv4 and IPv6 addresses)'
const accountAddress = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'

const textOf = (uri: string) =>
  [
    'service.org wants you to sign in with your Ethereum account:',
    ...[accountAddress, '', '', `URI: ${uri}`],
    ...['Version: 1', 'Chain ID: 1', 'Nonce: 32891757', 'Issued At: 2021-09-30T16:25:24.000Z'],
  ].join('\n')

const right = [
  'uri:',
  'uri://',
  'uri:?',
  'uri:#',
  'did:key:example',
  'uri://user:pass@example.com:123/one/two.three?q1=a1&q2=a2#body',
  'uri://10.10.10.10',
  'uri://10.10.10.10.example.com/en/process',
  'uri://[2001:db8::7]',
  'uri://[2001:db8::1]:80',
  'uri://[2606:2800:220:1:248:1893:25c8:1946]/test',
  'uri://[::ffff:129.144.52.38]',
  'uri://[ffff:abcd:0:10:200:3000:f8a:1]',
  'uri://[ffff:abcd:0:10:200:3000:255.255.255.255]',
  'uri://[::]',
  'uri://[::ffff]',
  'uri://[::1:2:3:4:5:6:7]',
  'uri://[::198.162.10.255]',
  'uri://[::1:2:3:4:5:198.162.10.255]',
  'uri://[1::]',
  'uri://[1:2:3:4:5:6:7::]',
  'uri://[1::198.162.10.255]',
  'uri://[1:2:3:4:5::198.162.10.255]',
  'uri://[1::2]',
  'uri://[1:2:3:4:5:6::7]',
  'uri://[ffff:aaaa:bbbb::cccc:dddd:eeee:9999]',
  'uri://[1:2:3:4::7:198.162.10.255]',
]
const wrong = [
  'uri://[::0.0.0.256]/p/path',
  'uri://[::300.0.0.0]/p/path',
  'uri://[::0.ff.0.255]',
  'uri://[::0.0.256.0]',
  'uri://[ffff:abcd:0:10:200:3000:f8a:1:ffff]',
  'uri://[ffff:abcd:0:10:200:3000:f8a]',
  'uri://[ffff:abcd:0:10:200:3000:ff:255.255.255.255]',
  'uri://[ffff:abcd:0:10:200:255.255.255.255]',
  'uri://[::1:2:3:4:5:6:7:8]',
  'uri://[::1:2:3:4:5:6:198.162.10.255]',
  'uri://[1:2:3:4:5:6:7:8::]',
  'uri://[1:2:3:4:5:6::198.162.10.255]',
  'uri://[1:2:3:4:5::6:7:8]',
  'uri://[1:2:3:4:5::6:198.162.10.255]',
  '://user:pass@example.com:123/one/two.three?q1=a1&q2=a2#body',
  'uri://user:pass@example.com:123/one/two.three ?q1=a1&q2=a2#body',
  'uri://user:pass@example.com:123/one/two.three?q1=a1&q2=a2 #body',
  'uri:/one#two#three',
  'uri:/one#two[',
  'uri:/one[two]',
  'uri:/one^two',
  'uri:/one`two',
  'uri:/one|two',
  'uri:/one%two',
  'example.com',
]
/** Valid by RFC 3986, but no browser parses them. A URI must be comparable with an origin. */
const unreadable = ['uri://@', 'uri://@:', 'uri://:', 'uri://[::000.000.010.001]', 'uri://[v1.future]']

/** Texts that differ in their URI. */
export const uriTexts: readonly SiwxTextVector[] = [
  ...right.map(
    (uri): SiwxTextVector => ({
      ...{ name: `the URI ${uri}`, source, text: textOf(uri) },
      data: {
        ...{ accountAddress, chainId: 'eip155:1', domain: 'service.org', uri, version: '1', nonce: '32891757' },
        issuedAt: '2021-09-30T16:25:24.000Z',
      },
    }),
  ),
  ...wrong.map((uri) => ({ name: `no URI: ${uri}`, source, text: textOf(uri), issue: 'uri' as const })),
  ...unreadable.map((uri) => ({
    ...{ name: `the URI ${uri}`, source, text: textOf(uri), issue: 'uri' as const },
    differs: 'The URL of browsers does not read it.',
  })),
]
