import { css } from '../../styles/css.ts'

/** Styles of the network views. */
export const networkCss = css(`
.network-family{display:flex;flex-direction:column;gap:8u}
.network-family+.network-family{margin-top:4u}
.network-title{display:flex;align-items:baseline;justify-content:space-between;gap:12u;padding:2u 4u;font-size:14u;font-weight:600;color:var(--t2)}
.network-hint{font-size:13u;font-weight:400}
`)
