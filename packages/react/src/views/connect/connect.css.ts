import { css } from '../../styles/css.ts'

/** Styles of the connect views. */
export const connectCss = css(`
.divider~.list .row{min-height:56u;padding-block:8u}
.socials{display:flex;gap:8u}
.socials[data-lines]{display:grid;grid-template-columns:repeat(4,1fr)}
.social{display:flex;flex:1;align-items:center;justify-content:center;gap:8u;min-width:44u;height:50u;padding:0 8u;border:0;border-radius:16r;background:var(--s1);color:var(--t1);font-size:15u;font-weight:600;transition:background-color .12s,transform .12s}
.social:active{transform:scale(.97)}
.social span{min-width:0;overflow:hidden;text-overflow:ellipsis}
.socials-blank{height:50u;border-radius:16r}
@media(hover:hover){.social:hover{background:var(--s2)}}
.legal{margin:4u 12u 0;text-align:center;font-size:12u;line-height:1.5;color:var(--t3)}
.legal a,.consent a{color:var(--t2);text-decoration:underline;text-underline-offset:2px;text-decoration-color:var(--line);border-radius:4r}
.legal a:hover,.consent a:hover{color:var(--t1)}
.all-wallets{min-height:min(560u,70dvh)}
.all-search{position:sticky;top:0;z-index:1;display:flex;gap:8u}
.all-search .search{flex:1;min-width:0}
.filter{position:relative;display:grid;place-items:center;flex:none;width:48u;height:48u;padding:0;border:0;border-radius:16r;background:var(--s1);box-shadow:0 -6u 0 6u var(--s0),0 6u 0 4u var(--s0);color:var(--t2)}
.filter[aria-pressed=true]{background:var(--accent);color:var(--accent-ink)}
.hero-wallet{margin-bottom:16u}
`)
