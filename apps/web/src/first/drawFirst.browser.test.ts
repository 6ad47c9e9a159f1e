import { getToken } from '@latchkey/protocol/api'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { drawFirst, tokenPath } from './drawFirst.ts'

const site = {
  name: 'Latch <b>',
  apiUrl: 'https://api.example.com',
  projectId: '10ca1000000000000000000000000000',
  token: 'eip155:31337:0x48945Bf080e37D4dcb8548E1265269e43C384bFC',
}

beforeEach(() => {
  document.documentElement.lang = 'en'
  document.body.innerHTML = '<b data-first="name"></b><main data-first="page" hidden><p data-first="price"></p></main>'
})
afterEach(() => {
  vi.unstubAllGlobals()
  document.body.innerHTML = ''
})

const shown = () => ({
  name: document.querySelector('[data-first="name"]')?.textContent,
  price: document.querySelector('[data-first="price"]')?.textContent,
  isPage: document.querySelector<HTMLElement>('[data-first="page"]')?.hidden === false,
})

/** Answers the request for site.json, then the one for the token. */
function answer(token: Response | Error, config: unknown = site) {
  vi.stubGlobal('fetch', async (url: string) => {
    if (url === '/site.json') return Response.json(config)
    if (token instanceof Error) throw token
    return token
  })
}

test('behavior: name and price show before the code of the site', async () => {
  answer(Response.json({ price: 0.41723 }))
  await drawFirst({ document, path: '/' })
  expect(shown()).toEqual({ name: 'Latch <b>', price: '$0.4172', isPage: true })
})

test('behavior: an old price stays out, because nothing shows its age there', async () => {
  answer(Response.json({ price: 0.41723 }, { headers: { 'x-stale': '70' } }))
  await drawFirst({ document, path: '/' })
  expect(shown()).toEqual({ name: 'Latch <b>', price: '', isPage: true })
})

test('behavior: a server that is down leaves the name, and a broken file leaves the drawing', async () => {
  answer(new TypeError('Failed to fetch'))
  await drawFirst({ document, path: '/' })
  expect(shown()).toEqual({ name: 'Latch <b>', price: '', isPage: true })
  answer(new TypeError('Failed to fetch'), null)
  await expect(drawFirst({ document, path: '/' })).resolves.toBe(undefined)
})

test('behavior: pages other than the home page show only the name', async () => {
  answer(new Error('not asked for'))
  await drawFirst({ document, path: '/portfolio' })
  expect(shown()).toEqual({ name: 'Latch <b>', price: '', isPage: false })
})

test('behavior: requests the path of the endpoint', () => {
  expect(tokenPath).toBe(getToken.path)
})
