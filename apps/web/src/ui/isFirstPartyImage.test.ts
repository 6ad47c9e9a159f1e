import { expect, test } from 'vitest'
import { isFirstPartyImage } from './isFirstPartyImage.ts'

const apiUrl = 'https://api.example.com/base'

test('default: accepts pictures of the server and inline ones', () => {
  for (const url of ['https://api.example.com/icon.png', '/public/getTokenImage/ETH', 'data:image/png;base64,AA==']) {
    expect(isFirstPartyImage({ url, apiUrl })).toBe(true)
  }
})

test('behavior: rejects other origins, and files that are not pictures', () => {
  for (const url of [
    'https://evil.example/pixel.gif',
    '//evil.example/pixel.gif',
    'https://api.example.com.evil.example/a.png',
    'http://api.example.com/a.png',
    'javascript:alert(1)',
    'data:text/html,<script>',
    'ipfs://bafy',
    'https://',
  ]) {
    expect(isFirstPartyImage({ url, apiUrl }), url).toBe(false)
  }
})
