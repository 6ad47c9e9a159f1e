import { css } from '../../styles/css.ts'

/** Styles of the wallets view. */
export const walletsCss = css(`
.wallets-family{display:flex;flex-direction:column;gap:8u}
.wallets-title{padding:2u 4u;font-size:14u;font-weight:600;color:var(--t2)}
.wallets-item{border-radius:16r;background:var(--s1);overflow:hidden}
.wallets-row{display:flex;align-items:center;padding-inline-end:8u}
.wallets-main{display:flex;align-items:center;gap:12u;flex:1;min-width:0;min-height:64u;padding-block:10u;padding-inline:12u 4u;border:0;border-radius:16r;background:none;text-align:start;line-height:1.4}
.wallets-main .row-title{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;white-space:normal;line-height:1.25;overflow-wrap:anywhere}
.wallets-main:focus-visible,.wallets-choose:focus-visible{outline-offset:-2px}
.wallets-mark{position:relative;display:grid;place-items:center;flex:none;width:22u;height:22u;border-radius:50%;box-shadow:inset 0 0 0 1.5px var(--t3);color:var(--t2)}
.wallets-mark[data-used]{background:var(--accent);color:var(--accent-ink);box-shadow:none}
.wallets-mark .icon{width:13u;height:13u;stroke-width:2.8}
.wallets-more .icon{transition:transform .16s}
.wallets-more[aria-expanded=true] .icon{transform:rotate(180deg)}
.wallets-panel{display:flex;flex-direction:column;gap:4u;padding:0 8u 8u}
.wallets-addresses{display:flex;flex-direction:column;border-top:1px solid var(--line);padding-top:4u}
.wallets-address{display:flex;align-items:center}
.wallets-choose{display:flex;align-items:center;gap:10u;flex:1;min-width:0;min-height:44u;padding:4u 8u;border:0;border-radius:12r;background:none;text-align:start;font-size:14.5u;font-weight:550;font-variant-numeric:tabular-nums}
.wallets-choose .icon{width:16u;height:16u;margin-inline-start:auto;color:var(--accent-text);stroke-width:2.4}
.wallets-avatar{width:24u;height:24u;border-radius:50%;flex:none;object-fit:cover}
.wallets-who{display:flex;flex-wrap:wrap;align-items:baseline;gap:0 8u;min-width:0;overflow-wrap:anywhere}
.wallets-who>bdi{min-width:0}
.wallets-type{overflow:hidden;text-overflow:ellipsis;white-space:nowrap;font-size:13u;font-weight:400;color:var(--t2)}
.wallets-leave{display:flex;align-items:center;gap:10u;min-height:44u;padding-block:4u;padding-inline:11u 8u;border:0;border-radius:12r;background:none;color:var(--loss-text);font-size:14.5u;font-weight:550;text-align:start}
.wallets-leave .icon{width:18u;height:18u;margin-inline-end:3u}
.wallets-confirm{display:flex;flex-direction:column;gap:8u;padding:8u;border-radius:12r;background:var(--s0);font-size:14.5u;font-weight:550;text-align:center}
.wallets-confirm .btn{min-height:44u;padding-block:8u;font-size:15u}
.wallets-confirm .btn[data-kind=danger]{background:var(--loss-soft)}
.wallets-add{display:flex;align-items:center;gap:12u;min-height:60u;padding:8u 12u;border:1px dashed var(--line);border-radius:16r;background:none;font-weight:550;text-align:start}
@media(hover:hover){.wallets-main:hover,.wallets-choose:hover,.wallets-leave:hover{background:var(--s2)}.wallets-add:hover{background:var(--s1)}}
`)
