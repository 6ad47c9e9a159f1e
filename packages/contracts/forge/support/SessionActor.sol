// SPDX-License-Identifier: MIT
pragma solidity ^0.8.35;

import {PackedUserOperation} from "@openzeppelin/contracts/interfaces/IERC4337.sol";
import {Execution} from "@openzeppelin/contracts/interfaces/draft-IERC7579.sol";
import {Adversary} from "../../solidity/Adversary.sol";
import {LatchkeyAccount} from "../../solidity/LatchkeyAccount.sol";
import {Allowance, ArgumentRule, CallRule, Grant} from "../../solidity/sessions/Grant.sol";
import {Coin} from "./Coin.sol";
import {IEntryPoint08, World} from "./World.sol";

/// @title Everybody who has to do with sessions: owner, session key, co-signer, stranger, a target that calls back, another chain
/// @dev Each function is one random act. It fails when something happened that must not, so that every sequence is checked at each step.
contract SessionActor is World {
    struct Live {
        uint32 id;
        uint256 account;
        bool revoked;
        bool uninstalled;
        /// Of type Grant, encoded: the compiler copies no nested arrays into storage.
        bytes rules;
    }

    /// @dev What one act tries: who signs, what is called, how much, for what time.
    struct Attempt {
        uint256 signer;
        uint256 kind;
        uint256 amount;
        uint48 time;
        uint256 price;
        uint256 sender;
    }

    /// @dev What could change for the worse.
    struct Wealth {
        uint256 coins;
        uint256 tokens;
        uint256 approved;
        address owner;
    }

    // Who signs. Only the first is right.
    uint256 private constant BY_KEY = 0;
    uint256 private constant BY_STRANGER = 1;
    uint256 private constant BY_OWNER = 2;
    uint256 private constant WITHOUT_CO_SIGNER = 3;
    uint256 private constant ELSEWHERE = 4;
    uint256 private constant OTHER_RULES = 5;

    // What is called: a payment, a transfer, an approval, a batch, two that call back. Those from FORBIDDEN on are never allowed.
    uint256 internal constant PAYMENT = 0;
    uint256 internal constant TRANSFER = 1;
    uint256 internal constant BATCH = 3;
    uint256 internal constant FORBIDDEN = 6;
    uint256 internal constant KINDS = 23;

    address private constant BOB = address(0xB0B);

    LatchkeyAccount[2] internal _accounts;
    Coin private _coin;
    /// @dev Without an allowance.
    Coin private _other;
    /// @dev Where one function is allowed, and no other.
    Adversary private _twin;
    Live[] internal _live;
    uint32 internal _lastId;
    PackedUserOperation private _done;
    bool private _hasDone;

    mapping(bytes32 counter => uint256) private _used;

    uint256 public accepted;
    uint256 public refused;

    constructor() {
        makeWorld();
        (_coin, _other, _twin) = (new Coin(), new Coin(), new Adversary());
        for (uint256 i = 0; i < 2; ++i) {
            _accounts[i] = LatchkeyAccount(payable(factory.createAccount(vm.addr(OWNER), 0, 0, 0, i)));
            vm.deal(address(_accounts[i]), 1_000 ether);
            _coin.mint(address(_accounts[i]), 1e30);
        }
    }

    /// @notice The owner allows a session, with rules that make sense or not.
    function grant(uint256 seed, uint256 times, uint256 limits) external {
        uint256 account = seed % 2;
        Grant memory rules = _makeRules(seed, times, limits);
        ++_lastId;
        vm.prank(address(_accounts[account]));
        try sessions.grant(_lastId, rules) {
            require(_makeSense(rules), "rules without sense were granted");
            _add(account, rules);
        } catch {
            require(!_makeSense(rules), "rules that make sense were refused");
        }
    }

    /// @notice Rules lie in storage that `grant` would refuse, as those of an older module might: no check at use relies on it.
    function grantBehind(uint256 seed, uint256 times, uint256 limits) external {
        Grant memory rules = _makeRules(seed, times, limits);
        if ((seed >> 16) % 3 == 0) {
            // As a whole life that ended in 1970.
            (rules.validAfter, rules.validUntil) = (0, 0);
            for (uint256 i = 0; i < rules.allowances.length; ++i) rules.allowances[i].start = 0;
        }
        uint256 account = seed % 2;
        ++_lastId;
        bytes32 slot = keccak256(abi.encode(address(_accounts[account]), keccak256(abi.encode(_lastId, uint256(0)))));
        vm.store(address(sessions), slot, keccak256(abi.encode(rules)));
        if (sessions.statusOf(address(_accounts[account]), _lastId) != keccak256(abi.encode(rules))) return;
        _add(account, rules);
    }

    function revoke(uint256 seed) external {
        if (_live.length == 0) return;
        Live storage live = _live[seed % _live.length];
        vm.prank(address(_accounts[live.account]));
        sessions.revoke(live.id);
        live.revoked = true;
    }

    /// @notice A stranger ends and grants sessions: only ever for himself.
    function meddle(uint256 seed) external {
        if (_live.length == 0) return;
        Live storage live = _live[seed % _live.length];
        address account = address(_accounts[live.account]);
        bytes32 before = sessions.statusOf(account, live.id);
        vm.prank(vm.addr(STRANGER));
        if (seed % 3 == 0) sessions.revoke(live.id);
        else sessions.onUninstall("");
        require(sessions.statusOf(account, live.id) == before, "a stranger changed a session");
    }

    /// @notice The module goes and comes back: what was granted before is over.
    function reinstall(uint256 seed) external {
        if (seed % 5 != 0) return;
        uint256 which = (seed / 5) % 2;
        LatchkeyAccount account = _accounts[which];
        vm.prank(address(account));
        account.uninstallModule(1, address(sessions), "");
        vm.prank(address(account));
        account.installModule(1, address(sessions), "");
        for (uint256 i = 0; i < _live.length; ++i) if (_live[i].account == which) _live[i].uninstalled = true;
    }

    function warp(uint256 seed) external {
        vm.warp(block.timestamp + (seed % 3 == 0 ? bound(seed, 0, 2 days) : bound(seed, 0, 90)));
    }

    /// @notice Somebody tries something with a session. Most try what is allowed, for else nothing would be counted.
    function act(uint256 seed, uint256 amount, uint256 time) external {
        if (_live.length == 0) return;
        uint256 index = seed % _live.length;
        Attempt memory attempt;
        attempt.sender = _live[index].account;
        uint256 twist = (seed >> 32) % 16;
        attempt.signer = twist < 6 ? twist : BY_KEY;
        attempt.kind = (seed >> 64) % 4 == 0 ? (seed >> 72) % KINDS : (seed >> 72) % FORBIDDEN;
        attempt.amount = amount % 3 == 0 ? bound(amount, 0, 2e7) : bound(amount, 0, 2_000);
        // Two of these are more than the limit.
        uint256 limit = _rulesOf(_live[index]).allowances[(seed >> 72) % 2].limit;
        if (amount % 2 == 0) attempt.amount = (limit * 3) / 5;
        attempt.time = uint48((seed >> 96) % 4 == 0 ? block.timestamp - 2 hours + bound(time, 0, 4 hours) : block.timestamp);
        // An end of long ago is claimed as it stands: that is how it could be taken for none.
        uint48 end = _rulesOf(_live[index]).validUntil;
        if (end <= 1_000) attempt.time = end;
        attempt.price = (seed >> 104) % 4 == 0 ? 1 : 0;
        if ((seed >> 112) % 8 == 0) attempt.sender = 1 - attempt.sender;
        _try(index, attempt);
    }

    /// @notice What went through once does so never again.
    function replay(uint256 seed) external {
        if (!_hasDone) return;
        PackedUserOperation memory op = _done;
        if (seed % 2 == 0) op.nonce += 1;
        require(!send(op), "an operation went through twice");
    }

    function liveCount() external view returns (uint256) {
        return _live.length;
    }

    /// @notice No counter of the module is above its limit, and what really left is never more than what was counted.
    function checkCounters() external view {
        for (uint256 i = 0; i < _live.length; ++i) {
            Live storage live = _live[i];
            Grant memory rules = _rulesOf(live);
            for (uint256 j = 0; j < rules.allowances.length; ++j) {
                Allowance memory allowance = rules.allowances[j];
                if (block.timestamp < allowance.start) continue;
                uint256 period = _periodOf(allowance);
                uint256 counted = sessions.spentOf(address(_accounts[live.account]), live.id, j, period);
                require(counted <= allowance.limit, "more was counted than the limit");
                require(_used[_counterOf(live.id, j, period)] <= counted, "more left than was counted");
            }
        }
    }

    function _try(uint256 index, Attempt memory attempt) internal {
        Live storage live = _live[index];
        PackedUserOperation memory op = _sign(live, attempt, _makeCall(attempt));
        Wealth memory before = _wealthOf(attempt.sender);
        Wealth memory others = _wealthOf(1 - attempt.sender);
        if (!send(op)) {
            ++refused;
            require(_same(before, _wealthOf(attempt.sender)), "a refused operation changed something");
            return;
        }
        ++accepted;
        require(attempt.signer == BY_KEY, "somebody else acted for the session");
        require(attempt.sender == live.account, "a session acted for another account");
        require(attempt.kind < FORBIDDEN, "a forbidden call went through");
        require(!live.revoked && !live.uninstalled, "a session acted after its end");
        Grant memory rules = _rulesOf(live);
        require(rules.validUntil != 0, "a session without an end acted");
        require(
            rules.validAfter <= block.timestamp && block.timestamp <= rules.validUntil,
            "a session acted outside its time"
        );
        Wealth memory after_ = _wealthOf(attempt.sender);
        require(after_.owner == before.owner, "a session changed the owner");
        require(_same(others, _wealthOf(1 - attempt.sender)), "another account lost something");
        _count(live.id, rules.allowances, 0, before.coins, after_.coins);
        _count(live.id, rules.allowances, 1, before.tokens + after_.approved, after_.tokens + before.approved);
        (_done, _hasDone) = (op, true);
    }

    /// @dev Adds what left to the period that it is now, and holds it against the limit.
    function _count(uint32 id, Allowance[] memory allowances, uint256 place, uint256 before, uint256 after_) private {
        if (after_ >= before) return;
        Allowance memory allowance = allowances[place];
        require(block.timestamp >= allowance.start, "something left before the allowance began");
        bytes32 counter = _counterOf(id, place, _periodOf(allowance));
        _used[counter] += before - after_;
        require(_used[counter] <= allowance.limit, "more left in a period than its limit");
    }

    function _makeCall(Attempt memory attempt) private returns (bytes memory) {
        (uint256 kind, uint256 amount) = (attempt.kind, attempt.amount);
        address account = address(_accounts[attempt.sender]);
        address coin = address(_coin);
        if (kind == PAYMENT) return executeCall(BOB, amount == 0 ? 1 : amount, "");
        if (kind == TRANSFER) return executeCall(coin, 0, abi.encodeCall(Coin.transfer, (BOB, amount)));
        if (kind == 2) return executeCall(coin, 0, abi.encodeCall(Coin.approve, (BOB, amount)));
        if (kind == BATCH) return _makeBatch(amount);
        if (kind == 4) {
            _prepareReturn(attempt);
            return executeCall(address(adversary), amount == 0 ? 1 : amount, "");
        }
        if (kind == 5) {
            _prepareReturn(attempt);
            return executeCall(coin, 0, abi.encodeCall(Coin.transfer, (address(adversary), amount)));
        }
        if (kind == 6) return executeCall(account, 0, abi.encodeCall(LatchkeyAccount.setOwner, (BOB)));
        if (kind == 7) return executeCall(address(0), 0, abi.encodeCall(LatchkeyAccount.setOwner, (BOB)));
        if (kind == 8) return executeCall(address(sessions), 0, abi.encodeCall(sessions.revoke, (1)));
        if (kind == 9) {
            return executeCall(address(entryPoint), 1, abi.encodeCall(IEntryPoint08.depositTo, (BOB)));
        }
        if (kind == 10) {
            return executeCall(coin, 0, abi.encodeWithSignature("setApprovalForAll(address,bool)", BOB, true));
        }
        if (kind == 11) return executeCall(coin, 0, abi.encodeCall(Coin.mint, (BOB, amount)));
        if (kind == 12) return abi.encodeCall(LatchkeyAccount.setOwner, (BOB));
        // Plain payments, which a rule for any receiver would allow.
        if (kind == 14) return executeCall(address(0), amount + 1, "");
        if (kind == 15) return executeCall(account, amount + 1, "");
        if (kind == 16) return executeCall(address(sessions), amount + 1, "");
        if (kind == 17) return executeCall(address(entryPoint), amount + 1, "");
        // What is allowed of another contract, and another function of this one.
        if (kind == 18) return executeCall(address(adversary), 0, abi.encodeCall(Adversary.prepare, (BOB, "")));
        if (kind == 19) return executeCall(address(_twin), 0, abi.encodeCall(Adversary.relay, (BOB, "")));
        // Tokens that no allowance counts.
        if (kind == 20) {
            return executeCall(address(_other), 0, abi.encodeWithSignature("setApprovalForAll(address,bool)", BOB, true));
        }
        if (kind == 21) return executeCall(address(_other), 0, abi.encodeCall(Coin.approve, (BOB, amount)));
        if (kind == 22) return executeCall(address(_other), 0, abi.encodeCall(Coin.transfer, (BOB, 0)));
        // By delegate call, the code of others.
        return
            abi.encodeWithSignature(
                "execute(bytes32,bytes)",
                bytes32(bytes1(0xff)),
                abi.encodePacked(address(adversary), abi.encodeCall(Adversary.relay, (account, "")))
            );
    }

    function _makeBatch(uint256 amount) private view returns (bytes memory) {
        Execution[] memory calls = new Execution[](4);
        calls[0] = Execution(BOB, amount / 2 + 1, "");
        for (uint256 i = 1; i < 4; ++i) {
            calls[i] = Execution(address(_coin), 0, abi.encodeCall(Coin.transfer, (BOB, amount / 3)));
        }
        return executeBatch(calls);
    }

    /// @dev The target is told what to do when it is paid: come back and take more.
    function _prepareReturn(Attempt memory attempt) private {
        address account = address(_accounts[attempt.sender]);
        bytes memory take = executeCall(BOB, 1 ether, "");
        uint256 way = attempt.amount % 4;
        if (way == 0) return adversary.prepare(account, take);
        if (way == 1) {
            return adversary.prepare(address(_coin), abi.encodeCall(Coin.transferFrom, (account, BOB, 1)));
        }
        if (way == 2) return adversary.prepare(address(sessions), abi.encodeCall(sessions.revoke, (_lastId)));
        PackedUserOperation[] memory ops = new PackedUserOperation[](1);
        if (_hasDone) ops[0] = _done;
        adversary.prepare(address(entryPoint), abi.encodeCall(IEntryPoint08.handleOps, (ops, BENEFICIARY)));
    }

    function _sign(
        Live storage live,
        Attempt memory attempt,
        bytes memory callData
    ) private returns (PackedUserOperation memory op) {
        uint192 key = uint192((uint256(uint160(address(sessions))) << 32) | live.id);
        op = makeOperation(address(_accounts[attempt.sender]), key, callData);
        op.gasFees = bytes32((attempt.price << 128) | attempt.price);
        Grant memory rules = _rulesOf(live);
        if (attempt.signer == OTHER_RULES) rules.allowances[0].limit += 1;
        bytes32 hash = attempt.signer == ELSEWHERE ? hashElsewhere(op) : entryPoint.getUserOpHash(op);
        uint256 signer = attempt.signer == BY_STRANGER ? STRANGER : attempt.signer == BY_OWNER ? OWNER : SESSION_KEY;
        bool isAlone = attempt.signer == WITHOUT_CO_SIGNER;
        // Without a co-signer in the rules, the key's own signature is broken instead.
        if (isAlone && rules.coSigner == address(0)) signer = STRANGER;
        bytes memory co = signatureOf(isAlone ? STRANGER : CO_SIGNER, hash);
        op.signature = abi.encode(attempt.time, rules, signatureOf(signer, hash), co);
    }

    function _makeRules(uint256 seed, uint256 times, uint256 limits) internal view returns (Grant memory rules) {
        uint256 now_ = block.timestamp;
        rules.signer = abi.encodePacked(vm.addr(SESSION_KEY));
        rules.coSigner = (seed >> 8) % 2 == 0 ? address(0) : vm.addr(CO_SIGNER);
        rules.validAfter = uint48((times % 2 == 0) ? 0 : now_ + bound(times, 0, 4 hours) - 2 hours);
        rules.validUntil = uint48((times >> 16) % 8 == 0 ? bound(times >> 24, 0, 1) * 1_000 : now_ + bound(times >> 24, 0, 3 days));
        rules.calls = new CallRule[](12);
        ArgumentRule[] memory none = new ArgumentRule[](0);
        rules.calls[0] = CallRule(address(0), 0, 1e8, none);
        rules.calls[1] = CallRule(address(_coin), Coin.transfer.selector, 0, none);
        rules.calls[2] = CallRule(address(_coin), Coin.approve.selector, 0, none);
        rules.calls[3] = CallRule(address(_coin), bytes4(keccak256("setApprovalForAll(address,bool)")), 0, none);
        rules.calls[4] = CallRule(address(sessions), sessions.revoke.selector, 0, none);
        // The owner may allow what the module never does.
        rules.calls[5] = CallRule(address(_accounts[seed % 2]), LatchkeyAccount.setOwner.selector, 0, none);
        rules.calls[6] = CallRule(address(entryPoint), IEntryPoint08.depositTo.selector, 1, none);
        rules.calls[7] = CallRule(address(_twin), Adversary.prepare.selector, 0, none);
        rules.calls[8] = CallRule(address(_other), bytes4(keccak256("setApprovalForAll(address,bool)")), 0, none);
        rules.calls[9] = CallRule(address(_other), Coin.approve.selector, 0, none);
        rules.calls[10] = CallRule(address(_other), Coin.transfer.selector, 0, none);
        rules.calls[11] = CallRule(address(_coin), Coin.mint.selector, 0, none);
        rules.allowances = new Allowance[](2);
        rules.allowances[0] = _makeAllowance(address(0), limits, times >> 64);
        rules.allowances[1] = _makeAllowance(address(_coin), limits >> 64, times >> 128);
    }

    function _makeAllowance(address token, uint256 limit, uint256 time) private view returns (Allowance memory) {
        uint48[6] memory periods = [uint48(0), 60, 61, 3_600, 1, 59];
        return
            Allowance(
                token,
                limit % 2 == 0 ? bound(limit, 0, 5_000) : bound(limit, 0, 3e7),
                uint48(time % 4 == 0 ? 0 : block.timestamp + bound(time >> 8, 0, 3 hours) - 2 hours),
                periods[(time >> 32) % ((time >> 40) % 6 == 0 ? 6 : 4)]
            );
    }

    function _makeSense(Grant memory rules) private pure returns (bool) {
        if (rules.validUntil == 0 || rules.validAfter > rules.validUntil) return false;
        for (uint256 i = 0; i < rules.allowances.length; ++i) {
            uint48 period = rules.allowances[i].period;
            if (period != 0 && period < 60) return false;
        }
        return true;
    }

    function _add(uint256 account, Grant memory rules) internal {
        Live storage live = _live.push();
        (live.id, live.account) = (_lastId, account);
        live.rules = abi.encode(rules);
    }

    function _rulesOf(Live storage live) private view returns (Grant memory) {
        return abi.decode(live.rules, (Grant));
    }

    function _wealthOf(uint256 which) private view returns (Wealth memory) {
        address account = address(_accounts[which]);
        return
            Wealth(
                account.balance + entryPoint.balanceOf(account),
                _coin.balanceOf(account),
                _coin.allowance(account, BOB),
                _accounts[which].owner()
            );
    }

    function _same(Wealth memory a, Wealth memory b) private pure returns (bool) {
        return a.coins == b.coins && a.tokens == b.tokens && a.approved == b.approved && a.owner == b.owner;
    }

    function _periodOf(Allowance memory allowance) private view returns (uint256) {
        return allowance.period == 0 ? 0 : (block.timestamp - allowance.start) / allowance.period;
    }

    function _counterOf(uint32 id, uint256 place, uint256 period) private pure returns (bytes32) {
        return keccak256(abi.encode(id, place, period));
    }
}
