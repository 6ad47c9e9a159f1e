import { css } from '../styles/css.ts'

/** Styles of {@link PriceChoice}. */
export const priceChoiceCss = css(`
.prices{display:flex;flex-direction:column;gap:6u;min-width:0;margin:0;padding:0;border:0}
.prices legend{padding:0 4u;margin-bottom:6u;font-size:14u;font-weight:500;color:var(--t2)}
.price-options{display:flex;gap:8u}
.price{position:relative;display:flex;flex-direction:column;gap:1u;flex:1;min-width:0;min-height:60u;padding-block:9u 8u;padding-inline:10u 8u;border-radius:14r;background:var(--s1);font-size:13u;line-height:1.35;color:var(--t2);cursor:pointer;transition:background-color .12s,box-shadow .12s}
.price:has(:checked){box-shadow:inset 0 0 0 1.5px var(--accent-text)}
.price:has(:focus-visible){outline:2px solid var(--accent-text);outline-offset:2px}
.price input{position:absolute;inset:0;margin:0;opacity:0;cursor:pointer}
.price-name{font-size:14.5u;font-weight:600;color:var(--t1);overflow-wrap:anywhere}
.price .figures{white-space:normal;overflow-wrap:anywhere}
.price-cost{font-size:12u;letter-spacing:-.01em}
.price-same b{font-weight:550;color:var(--t1)}
.price-same{margin:0;padding:0 4u;font-size:13.5u;line-height:1.45;color:var(--t2);overflow-wrap:anywhere}
@media(hover:hover){.price:hover{background:var(--s2)}}
@media(forced-colors:active){.price{border:1px solid ButtonBorder}.price:has(:checked){border-color:Highlight;outline:2px solid Highlight}}
`)
