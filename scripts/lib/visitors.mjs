/** Browsers and programs that the check presents itself as: a server that answers one of them differently is found. */
export const visitors = [
  {
    name: 'Chrome on Windows',
    headers: {
      'user-agent':
        'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
      'accept-language': 'en-US,en;q=0.9',
    },
  },
  {
    name: 'Safari on an iPhone',
    headers: {
      'user-agent':
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
      'accept-language': 'de-DE,de;q=0.9',
    },
  },
  {
    name: 'Firefox on Linux',
    headers: {
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0',
      'accept-language': 'zh-CN,zh;q=0.8,en;q=0.5',
    },
  },
  {
    name: 'Chrome on Android',
    headers: {
      'user-agent':
        'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
      'accept-language': 'es-MX,es;q=0.9',
    },
  },
]

/** Headers that browsers send for a page in its own window, a page in a frame, and a file of a page. */
export function headersOf(path) {
  const common = { 'accept-encoding': 'gzip, deflate, br' }
  if (path.startsWith('/assets/'))
    return {
      ...common,
      accept: '*/*',
      'sec-fetch-dest': 'script',
      'sec-fetch-mode': 'cors',
      'sec-fetch-site': 'same-origin',
    }
  const dest = path.startsWith('/frame') ? 'iframe' : 'document'
  return {
    ...common,
    accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    'sec-fetch-dest': dest,
    'sec-fetch-mode': 'navigate',
    'sec-fetch-site': 'cross-site',
  }
}
