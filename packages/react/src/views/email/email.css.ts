import { css } from '../../styles/css.ts'

/** Styles of the email and wallet views alone. */
export const emailCss = css(`
.ring .step-mark{margin:0}
.hero-text{overflow-wrap:anywhere}
`)
