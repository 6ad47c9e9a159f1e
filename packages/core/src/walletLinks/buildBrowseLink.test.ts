import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { LinkDevice } from './buildAppLink.ts'
import { buildBrowseLink } from './buildBrowseLink.ts'
import fixtures from './walletLinks.fixtures.json' with { type: 'json' }

const device: LinkDevice = { platform: 'ios', telegram: false, inIframe: false, standalone: false }
const pageUrl = 'https://app.example/mint?ref=1&x=a b#top'
const open = (browse_link: string | null | undefined, options: Partial<LinkDevice> = {}, page = pageUrl) =>
  buildBrowseLink({ listing: { browse_link }, pageUrl: page, device: { ...device, ...options } })

test.each(fixtures.browsers)('behavior: the page opens in the browser of $id', ({ browse_link, href }) => {
  expect(open(browse_link, {}, fixtures.page)?.href).toBe(href)
  expect(open(browse_link, { platform: 'android' }, fixtures.page)?.href).toBe(href)
})

describe('buildBrowseLink', () => {
  test('default', () => {
    expect(open('https://go.example/dapp?cb_url={url}')).toEqual({
      href: 'https://go.example/dapp?cb_url=https%3A%2F%2Fapp.example%2Fmint%3Fref%3D1%26x%3Da%2520b%23top',
      target: '_blank',
    })
  })

  test('behavior: the URL is encoded once or twice, bare, or an origin', () => {
    expect(open('https://link.example/dapp/{bare}')?.href).toBe(
      'https://link.example/dapp/app.example/mint?ref=1&x=a%20b',
    )
    expect(open('https://link.example/ul/{url}?ref={origin}')?.href).toMatch(/\?ref=https%3A%2F%2Fapp\.example$/)
    const twice = open('https://get.example/?deeplink=foo%3A%2F%2Fopen%3Furl%3D{urlTwice}')?.href ?? ''
    const inner = new URL(new URL(twice).searchParams.get('deeplink') ?? '')
    expect(inner.searchParams.get('url')).toBe('https://app.example/mint?ref=1&x=a%20b#top')
    const json = open('tp://open?params=%7B%22url%22%3A%22{url}%22%7D')?.href ?? ''
    expect(JSON.parse(new URL(json).searchParams.get('params') ?? '')).toEqual({
      url: 'https://app.example/mint?ref=1&x=a%20b#top',
    })
  })

  test('behavior: the target of the link', () => {
    expect(open('foo://browse/{url}')?.target).toBe('_self')
    expect(open('foo://browse/{url}', { inIframe: true })?.target).toBe('_top')
    expect(open('foo://browse/{url}', { telegram: true })).toBeUndefined()
    expect(open('https://foo.example/{url}', { telegram: true })?.target).toBe('_blank')
    expect(open('https://foo.example/{url}', { platform: 'desktop' })).toBeUndefined()
  })

  test.each([
    null,
    undefined,
    '',
    'https://foo.example/',
    'https://{bare}',
    'https://foo.example{bare}',
    '{url}',
    'javascript://foo/{url}',
    'data://foo/{url}',
    'https://user@foo.example/{url}',
    'https://foo.example/{other}?{url}',
    'https://foo.example/{url} ',
    'https://foo.example//{url}',
  ])('error: %j is not a link', (template) => {
    expect(open(template)).toBeUndefined()
  })

  test.each([
    'javascript:alert(1)',
    'file:///etc/passwd',
    'data:text/html,x',
    'https://user:secret@app.example',
    'app',
    '',
  ])('error: %j is not a page to open', (page) => {
    expect(open('https://foo.example/{url}', {}, page)).toBeUndefined()
  })

  test('property: every page URL survives unchanged, at the host of the template', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', 'é', '%20', '/', '?', '&', '=', '#', '{url}', '+', ' ', '"')),
        (parts) => {
          const page = `https://app.example/${parts.join('')}`
          const href = open('https://go.example/dapp?cb_url={url}&x=1', {}, page)?.href ?? ''
          expect(new URL(href).host).toBe('go.example')
          expect(new URL(href).searchParams.get('cb_url')).toBe(new URL(page).href)
          expect(new URL(href).searchParams.get('x')).toBe('1')
          expect(href).toMatch(/^[\x21-\x7e]+$/)
        },
      ),
      { numRuns: 500 },
    )
  }, 30_000)
})
