import type { SiteConfig } from '../site/siteConfig.ts'

/** Returns the links of the site: terms and privacy first, each once, even if the operator also lists them. */
export function linksOf({
  site: { termsUrl, privacyUrl, links = [] },
  labels: { terms, privacy },
}: {
  site: Pick<SiteConfig, 'termsUrl' | 'privacyUrl' | 'links'>
  labels: { terms: string; privacy: string }
}): NonNullable<SiteConfig['links']> {
  const legal = [
    { label: terms, url: termsUrl },
    { label: privacy, url: privacyUrl },
  ].flatMap(({ label, url }) => (url && !links.some((link) => link.url === url) ? [{ label, url }] : []))
  return [...legal, ...links]
}
