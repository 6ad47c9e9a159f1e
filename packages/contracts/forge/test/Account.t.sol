// SPDX-License-Identifier: MIT
pragma solidity ^0.8.35;

import {AccountActor} from "../support/AccountActor.sol";
import {LatchkeyAccount} from "../../solidity/LatchkeyAccount.sol";
import {World} from "../support/World.sol";

/// @title Who can do what with an account, whatever comes in whatever order
contract AccountTest {
    AccountActor private _actor;

    function setUp() public {
        _actor = new AccountActor();
    }

    function targetContracts() public view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(_actor);
    }

    /// @dev Every step checks authority, replay, re-entrance, other chains and sites for itself.
    function invariant_OwnersAloneActAndAnAccountAlwaysHasOne() public view {
        _actor.check();
    }

    /// @dev The campaign above would be worthless if nothing ever went through.
    function test_AcceptsAndRefuses() public {
        for (uint256 i = 0; i < 150; ++i) {
            uint256 seed = uint256(keccak256(abi.encode(i)));
            _actor.act(seed);
            if (i % 5 == 0) _actor.replay(seed);
            if (i % 7 == 0) _actor.meddle(seed);
        }
        require(_actor.accepted() > 20, "too few operations went through");
        require(_actor.refused() > 20, "too few operations were refused");
    }
}

/// @title Where accounts lie, and who their first owner is
contract FactoryTest is World {
    function setUp() public {
        makeWorld();
    }

    /// @dev The address commits to everything that says who owns the account.
    function testFuzz_TheAddressIsTheOwners(address owner, uint256 salt, uint256 other, uint8 which) public {
        vm.assume(owner != address(0) && other != 0 && other != salt && bytes32(other) != RP);
        vm.assume(address(uint160(other)) != owner);
        address told = _addressOf(owner, RP, salt);
        (uint256 x, uint256 y) = vm.publicKeyP256(PASSKEY);
        require(factory.createAccount(owner, bytes32(x), bytes32(y), RP, salt) == told, "it lies elsewhere");
        _checkOwners(LatchkeyAccount(payable(told)), owner);
        address another = which % 3 == 0
            ? _addressOf(address(uint160(other)), RP, salt)
            : which % 3 == 1
            ? _addressOf(owner, bytes32(other), salt)
            : _addressOf(owner, RP, other);
        require(another != told && another.code.length == 0, "two owners have one address");
    }

    function _addressOf(address owner, bytes32 site, uint256 salt) private view returns (address) {
        (uint256 x, uint256 y) = vm.publicKeyP256(PASSKEY);
        return factory.addressOf(owner, bytes32(x), bytes32(y), site, salt);
    }

    function _checkOwners(LatchkeyAccount account, address owner) private view {
        (uint256 px, uint256 py) = vm.publicKeyP256(PASSKEY);
        (bytes32 x, bytes32 y, bytes32 site) = account.passkey();
        require(account.owner() == owner && uint256(x) == px && uint256(y) == py && site == RP, "it has another owner");
    }

    /// @dev Half of a passkey, one of no site and a point beside the curve own nothing.
    function testFuzz_NoneIsMadeForAnOwnerWhoCannotSign(address owner, bytes32 x, bytes32 y, bytes32 site) public {
        (uint256 px, ) = vm.publicKeyP256(PASSKEY);
        (bool made, ) = address(factory).call(
            abi.encodeCall(factory.createAccount, (owner, x, y, site == 0 ? bytes32(px) : site, 0))
        );
        require(!made, "an account was made for a point beside the curve");
        (made, ) = address(factory).call(abi.encodeCall(factory.createAccount, (address(0), 0, 0, 0, uint256(x))));
        require(!made, "an account of nobody was made");
    }
}
