/**
 * Writes the bill of materials of a lock file as CycloneDX 1.5: the installed packages without development ones, with the hashes that npm
 * pins. Two runs give the same text. `npm sbom` refuses overrides that lead to a local folder, which this repository has.
 *
 * @param {{ lock: { name: string, version: string, packages: Record<string, any> } }} options `package-lock.json`, version 3
 * @returns {{ bomFormat: 'CycloneDX', components: { name: string, version: string, purl: string }[] }}
 */
export function makeBillOfMaterials({ lock: { name, version, packages } }) {
  const components = new Map()
  for (const [path, entry] of Object.entries(packages)) {
    // The root is the subject of the bill. Links lead to workspaces, which are separate entries.
    if (path === '' || entry.link || entry.dev) continue
    const component = toComponent(entry.name ?? path.split('node_modules/').at(-1), entry)
    if (component) components.set(component['bom-ref'], component)
  }
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: { type: 'application', name, version, 'bom-ref': `pkg:npm/${name}@${version}` } },
    components: [...components.values()].sort((a, b) => (a['bom-ref'] < b['bom-ref'] ? -1 : 1)),
  }
}

function toComponent(name, { version, license, resolved, integrity }) {
  if (!version) return undefined
  const purl = `pkg:npm/${name.replace(/^@/, '%40')}@${version}`
  const [, content] = /^sha512-([A-Za-z0-9+/=]+)/.exec(integrity ?? '') ?? []
  return {
    type: 'library',
    ...{ name, version, purl, 'bom-ref': purl },
    ...(license
      ? { licenses: [/ (OR|AND) /.test(license) ? { expression: license } : { license: { id: license } }] }
      : {}),
    ...(content ? { hashes: [{ alg: 'SHA-512', content: Buffer.from(content, 'base64').toString('hex') }] } : {}),
    ...(resolved?.startsWith('https:') ? { externalReferences: [{ type: 'distribution', url: resolved }] } : {}),
  }
}
