import type { SiteConfig } from '../site/siteConfig.ts'

/** The links of the site: terms and privacy first, once each, also where the operator lists them as well. */
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
