import type { WalletAsset } from './WalletAssets.ts'

export type FillPageParameters = { template: string; scripts: readonly WalletAsset[]; css: string }

/**
 * Fills a page template: each script with its hashed name and integrity, the style inline, so that both can be allowed by hash.
 *
 * @throws Error if the template has no place for one of them
 */
export function fillPage({ template, scripts, css }: FillPageParameters): string {
  if (/<\/style/i.test(css)) throw new Error('A style sheet may not end its own element')
  const tag = scripts
    .map(
      ({ url, integrity }) =>
        `<script type="module" src="${url}" integrity="${integrity}" crossorigin="anonymous"></script>`,
    )
    .join('\n    ')
  const parts: [RegExp, string][] = [
    [/<style>[^<]*<\/style>/, `<style>${css}</style>`],
    [/<script type="module" src="[^"]*"><\/script>/, tag],
  ]
  return parts.reduce((page, [place, text]) => {
    if (!place.test(page)) throw new Error(`The page has no place for ${place}`)
    return page.replace(place, () => text)
  }, template)
}

/** Writes the release hash into a page. */
export function setRelease(page: string, release: string): string {
  return page.replace('<meta name="release" content="" />', `<meta name="release" content="${release}" />`)
}
