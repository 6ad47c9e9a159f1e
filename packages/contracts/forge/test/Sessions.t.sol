// SPDX-License-Identifier: MIT
pragma solidity ^0.8.35;

import {Grant} from "../../solidity/sessions/Grant.sol";
import {SessionActor} from "../support/SessionActor.sol";

/// @title What sessions can never do, whatever comes in whatever order
contract SessionsTest {
    SessionActor private _actor;

    function setUp() public {
        _actor = new SessionActor();
    }

    function targetContracts() public view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(_actor);
    }

    /// @dev Every step checks authority, time, replay and other chains for itself.
    function invariant_NoMoreLeavesThanTheLimitOfEachPeriod() public view {
        _actor.checkCounters();
    }

    /// @dev The campaign above would be worthless if nothing ever went through.
    function test_AcceptsAndRefuses() public {
        for (uint256 i = 0; i < 300; ++i) {
            uint256 seed = uint256(keccak256(abi.encode(i)));
            if (i % 6 == 0) _actor.grant(seed, seed >> 16, seed >> 32);
            if (i % 9 == 0) _actor.warp(seed);
            _actor.act(seed, seed >> 7, seed >> 9);
            if (i % 5 == 0) _actor.replay(seed);
        }
        require(_actor.liveCount() > 10, "too few sessions were granted");
        require(_actor.accepted() > 20, "too few operations went through");
        require(_actor.refused() > 20, "too few operations were refused");
    }
}

/// @title What a session may do, act by act: where and when, and how much of each thing
contract SessionActsTest is SessionActor {
    uint48 private constant PERIOD = 60;
    uint48 private constant LENGTH = 1 days;
    uint256 private constant LIMIT = 1_000;

    function testFuzz_ActsWithinItsTime(uint256 later) public {
        _allow(0);
        vm.warp(block.timestamp + bound(later, 0, LENGTH));
        require(_pay(block.timestamp), "a session did not act in its time");
    }

    function testFuzz_DoesNotActAfterItsEnd(uint256 claimed, uint256 later) public {
        _allow(0);
        uint256 time = block.timestamp + bound(claimed, 0, LENGTH);
        vm.warp(block.timestamp + LENGTH + 1 + bound(later, 0, 365 days));
        require(!_pay(time), "a session acted after its end");
    }

    function testFuzz_DoesNotClaimAPeriodThatIsOver(uint256 claimed, uint256 later) public {
        _allow(PERIOD);
        uint256 time = block.timestamp + bound(claimed, 0, PERIOD - 1);
        vm.warp(block.timestamp + PERIOD + bound(later, 0, LENGTH - PERIOD));
        require(!_pay(time), "a period was used after it was over");
        require(_pay(block.timestamp), "the period that it is was refused");
    }

    function testFuzz_DoesNotClaimAPeriodThatHasNotBegun(uint256 claimed) public {
        _allow(PERIOD);
        uint256 time = block.timestamp + PERIOD + bound(claimed, 0, LENGTH - PERIOD);
        require(!_pay(time), "a period was used before it began");
        require(_pay(block.timestamp), "the period that it is was refused");
    }

    function test_DoesNotActOnceItsModuleWent() public {
        _allow(0);
        require(_pay(block.timestamp), "a session did not act in its time");
        this.reinstall(0);
        require(!_pay(block.timestamp), "a session came back with its module");
    }

    /// @dev The limit is above any address, should one be counted as an amount.
    function test_AllowsNoneOfTheForbiddenCalls() public {
        _allow(0, type(uint160).max);
        for (uint256 kind = FORBIDDEN; kind < KINDS; ++kind) {
            require(!_act(kind, 0, block.timestamp), "a forbidden call went through");
        }
    }

    function test_CountsEachAllowanceForItself() public {
        _allow(0);
        require(_act(PAYMENT, LIMIT, block.timestamp), "a payment within its limit was refused");
        require(_act(TRANSFER, LIMIT, block.timestamp), "a transfer within its own limit was refused");
        require(!_act(PAYMENT, 1, block.timestamp), "a payment above its limit went through");
        require(!_act(TRANSFER, 1, block.timestamp), "a transfer above its limit went through");
    }

    /// @dev A batch transfers a third of the amount three times: each and each pair below the limit, their sum above it.
    function test_CountsTheCallsOfABatchTogether() public {
        _allow(0);
        require(_act(BATCH, LIMIT, block.timestamp), "a batch within the limit was refused");
        _allow(0);
        require(!_act(BATCH, (LIMIT * 6) / 5, block.timestamp), "a batch above the limit went through");
    }

    /// @dev Grants a session of the first account, from now on for {LENGTH}.
    function _allow(uint48 period) private {
        _allow(period, LIMIT);
    }

    function _allow(uint48 period, uint256 limit) private {
        Grant memory rules = _makeRules(0, 0, 0);
        (rules.validAfter, rules.validUntil) = (uint48(block.timestamp), uint48(block.timestamp) + LENGTH);
        for (uint256 i = 0; i < rules.allowances.length; ++i) {
            (rules.allowances[i].limit, rules.allowances[i].start) = (limit, uint48(block.timestamp));
            rules.allowances[i].period = period;
        }
        vm.prank(address(_accounts[0]));
        sessions.grant(++_lastId, rules);
        _add(0, rules);
    }

    /// @dev Tries a small payment for a time.
    function _pay(uint256 time) private returns (bool) {
        return _act(PAYMENT, 1, time);
    }

    /// @dev Tries something with the newest session and its own key; whether it went through.
    function _act(uint256 kind, uint256 amount, uint256 time) private returns (bool) {
        uint256 before = accepted;
        Attempt memory attempt;
        (attempt.kind, attempt.amount, attempt.time) = (kind, amount, uint48(time));
        _try(_live.length - 1, attempt);
        return accepted > before;
    }
}
