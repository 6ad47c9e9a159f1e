import type {} from '@vitest/browser-playwright'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { cdp } from 'vitest/browser'
import { renderApp, renderChangingApp } from '../../test/renderApp.tsx'
import { Picture } from './Picture.tsx'

const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8"/></svg>'
const drawn = `data:image/svg+xml,${encodeURIComponent(drawing)}`

/** Open requests of the browser, by the end of their URL. */
const held = new Map<string, string>()
const client = cdp()

// Simulates a server of pictures that does not answer until the test allows it.
beforeAll(async () => {
  // The first call sets up the listener.
  await client.send('Fetch.disable')
  client.on(
    'Fetch.requestPaused',
    ({ requestId, request }) => void held.set(request.url.split('/').at(-1) ?? '', requestId),
  )
  await client.send('Fetch.enable', { patterns: [{ urlPattern: '*/held/*' }] })
  // The listener starts asynchronously.
  await vi.waitFor(() => {
    new Image().src = `/held/probe-${crypto.randomUUID()}.svg`
    if (held.size === 0) throw new Error('No request was held')
  })
})
afterAll(() => client.send('Fetch.disable'))

function holdPicture(name: string) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  return {
    url: new URL(`/held/${name}`, location.href).href,
    isAsked: () => expect.poll(() => held.has(name)).toBe(true),
    answer: () =>
      client.send('Fetch.fulfillRequest', {
        requestId: held.get(name) ?? '',
        responseCode: 200,
        responseHeaders: [{ name: 'content-type', value: 'image/svg+xml' }],
        body: btoa(drawing),
      }),
  }
}

const parts = (element: Element) => ({
  letters: element.querySelector<HTMLElement>('.monogram')?.dataset.text,
  isImage: element.querySelector('img') !== null,
})

test('default: shows only the logo', async () => {
  const element = renderApp(<Picture src={drawn} name="Harbor" />)
  await expect.poll(() => element.querySelector('img')?.complete).toBe(true)
  expect(parts(element)).toEqual({ letters: undefined, isImage: true })
})

test('behavior: without a URL, or with one that has no picture, shows the letters', async () => {
  const { element, update } = renderChangingApp(<Picture src={null} name="Harbor" />)
  await expect.poll(() => parts(element)).toEqual({ letters: 'H', isImage: false })
  update(<Picture src="data:image/png,broken" name="Ember" />)
  await expect.poll(() => parts(element)).toEqual({ letters: 'E', isImage: false })
  update(<Picture src={drawn} name="Harbor" />)
  await expect.poll(() => parts(element)).toEqual({ letters: undefined, isImage: true })
})

test('behavior: spec 9.23: shows the letters after 2 s without an answer, and a late picture replaces them', async () => {
  const { url, isAsked, answer } = holdPicture('slow-logo.svg')
  const element = renderApp(<Picture src={url} name="Harbor" />)
  await isAsked()
  vi.advanceTimersByTime(1_999)
  expect(parts(element)).toEqual({ letters: undefined, isImage: true })
  vi.advanceTimersByTime(1)
  await expect.poll(() => parts(element)).toEqual({ letters: 'H', isImage: true })
  await answer()
  await expect.poll(() => parts(element)).toEqual({ letters: undefined, isImage: true })
})
