import { css } from '../../styles/css.ts'

/** Styles of the activity and of single transactions. */
export const transactionsCss = css(`
.replace:focus{outline:0}
.replace{display:flex;flex-direction:column;gap:12u}
.month{display:flex;flex-direction:column;gap:8u}
.month-title::first-letter{text-transform:uppercase}
.month-title{position:sticky;top:0;z-index:1;padding:6u 4u;background:var(--s0);font-size:14u;font-weight:600;color:var(--t2)}
`)
