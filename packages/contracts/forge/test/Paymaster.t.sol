// SPDX-License-Identifier: MIT
pragma solidity ^0.8.35;

import {PaymasterActor} from "../support/PaymasterActor.sol";

/// @title What the paymaster never pays, whatever comes in whatever order
contract PaymasterTest {
    PaymasterActor private _actor;

    function setUp() public {
        _actor = new PaymasterActor();
    }

    function targetContracts() public view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(_actor);
    }

    /// @dev Every step checks authority, time, replay and other chains for itself.
    function invariant_NoMoreIsPaidThanTheBudgetOfEachPeriod() public view {
        _actor.checkCounters();
    }

    /// @dev The campaign above would be worthless if nothing ever went through.
    function test_AcceptsAndRefuses() public {
        _actor.setBudget(0, 2e17);
        _actor.setBudget(1, 1e17);
        for (uint256 i = 0; i < 200; ++i) {
            uint256 seed = uint256(keccak256(abi.encode(i)));
            _actor.act(seed, seed >> 5);
            if (i % 4 == 0) _actor.warp(seed);
            if (i % 7 == 0) _actor.replay();
            _actor.checkCounters();
        }
        require(_actor.accepted() > 20, "too few operations were paid for");
        require(_actor.refused() > 20, "too few operations were refused");
    }
}
