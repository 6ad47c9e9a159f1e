// SPDX-License-Identifier: MIT
pragma solidity ^0.8.35;

import {PackedUserOperation} from "@openzeppelin/contracts/interfaces/IERC4337.sol";
import {Adversary} from "../../solidity/Adversary.sol";
import {LatchkeyAccount} from "../../solidity/LatchkeyAccount.sol";
import {IEntryPoint08, World} from "./World.sol";

/// @title Everybody who has to do with an account: its owner, its passkey, strangers, a target that calls back, another chain and site
contract AccountActor is World {
    uint256 private constant BY_OWNER = 0;
    uint256 private constant BY_PASSKEY = 1;
    uint256 private constant BY_STRANGER = 2;
    uint256 private constant ELSEWHERE = 3;
    uint256 private constant OTHER_SITE = 4;
    uint256 private constant OTHER_PASSKEY_SIGNS = 5;
    uint256 private constant UNVERIFIED = 6;
    uint256 private constant OTHER_ACCOUNT = 7;
    uint256 private constant FOREIGN_VALIDATOR = 8;

    address private constant BOB = address(0xB0B);
    LatchkeyAccount public account;
    LatchkeyAccount private _other;
    /// @dev Who owns it, as it should be. Zero: nobody of that kind.
    uint256 private _owner = OWNER;
    uint256 private _passkey;
    bytes32 private _site;
    uint256 private _bobs;
    PackedUserOperation private _done;
    bool private _hasDone;
    uint256 public accepted;
    uint256 public refused;

    constructor() {
        makeWorld();
        account = makeAccount(vm.addr(OWNER));
        _other = makeAccount(vm.addr(STRANGER));
    }

    /// @notice Somebody has the account do something.
    function act(uint256 seed) external {
        uint256 twist = (seed >> 8) % 18;
        uint256 signer = twist < 9 ? twist : twist < 14 ? BY_OWNER : BY_PASSKEY;
        // Assertions are checked in Solidity here, which takes its time.
        if (signer == BY_PASSKEY && _passkey == 0) signer = BY_OWNER;
        uint256 kind = (seed >> 16) % 8;
        (uint256 owner, uint256 passkey, bytes32 site) = (_owner, _passkey, _site);
        PackedUserOperation memory op = _sign(signer, _makeCall(kind, seed >> 24));
        bool isRight = (signer == BY_OWNER && owner != 0) || (signer == BY_PASSKEY && passkey != 0);
        uint256 bobs = BOB.balance;
        if (!send(op)) {
            ++refused;
            require(!isRight, "an owner was refused");
            require(BOB.balance == bobs, "a refused operation paid");
        } else {
            ++accepted;
            require(isRight, "somebody else acted for the account");
            (_done, _hasDone) = (op, true);
            _follow(kind, seed >> 24);
            if (kind == 0) _bobs += 1;
        }
        if (!isRight) require(_owner == owner && _passkey == passkey && _site == site, "changed by somebody else");
        check();
    }

    function replay(uint256 seed) external {
        if (!_hasDone) return;
        PackedUserOperation memory op = _done;
        if (seed % 2 == 0) op.sender = address(_other);
        require(!send(op), "an operation went through twice");
        check();
    }

    /// @notice Functions of the account itself, called by anybody but itself and the EntryPoint.
    function meddle(uint256 seed) external {
        address[4] memory who = [vm.addr(STRANGER), vm.addr(OWNER), address(factory), address(adversary)];
        address stranger = vm.addr(STRANGER);
        bytes[6] memory calls = [
            abi.encodeCall(account.setOwner, (stranger)),
            abi.encodeCall(account.setPasskey, (0, 0, 0)),
            executeCall(BOB, 1, ""),
            abi.encodeCall(account.installModule, (1, address(adversary), "")),
            abi.encodeCall(account.uninstallModule, (1, address(sessions), "")),
            abi.encodeCall(account.initialize, (stranger, 0, 0, 0))
        ];
        uint256 which = (seed >> 8) % 6;
        uint256 caller = seed % 4;
        // The factory alone initialises, and never calls twice.
        if (which == 5 && caller == 2) caller = 0;
        vm.prank(who[caller]);
        (bool done, ) = address(account).call(calls[which]);
        require(!done, "somebody else changed the account");
        check();
    }

    /// @notice To make it again, or another one of the same owner, changes nothing.
    function make(uint256 salt) external {
        address made = factory.createAccount(vm.addr(OWNER), 0, 0, 0, salt % 3);
        require((made == address(account)) == (salt % 3 == 0), "two accounts have one address");
        // A plain signature of the owner would count for each of them.
        bytes32 hash = keccak256(abi.encode(salt));
        bytes memory plain = signatureOf(_owner == 0 ? STRANGER : _owner, hash);
        require(account.isValidSignature(hash, plain) != 0x1626ba7e, "a signature that binds no account counts");
        check();
    }

    function check() public view {
        require(account.owner() == (_owner == 0 ? address(0) : vm.addr(_owner)), "the owner is another");
        (bytes32 x, bytes32 y, bytes32 site) = account.passkey();
        (uint256 px, uint256 py) = _passkey == 0 ? (uint256(0), uint256(0)) : vm.publicKeyP256(_passkey);
        require(uint256(x) == px && uint256(y) == py && site == _site, "the passkey is another");
        require(_owner != 0 || _passkey != 0, "nobody owns the account");
        require((site == 0) == (x == 0 && y == 0), "a passkey of no site, or a site without one");
        require(BOB.balance == _bobs, "something was paid that no owner signed");
        require(!account.isModuleInstalled(1, address(adversary), ""), "a foreign module is installed");
    }

    function _makeCall(uint256 kind, uint256 seed) private returns (bytes memory) {
        if (kind == 0) return executeCall(BOB, 1, "");
        if (kind == 1) return _self(abi.encodeCall(account.setOwner, (_ownerOf(seed) == 0 ? address(0) : vm.addr(_ownerOf(seed)))));
        if (kind == 2 || kind == 3) {
            (uint256 key, bytes32 site) = _passkeyOf(seed);
            (uint256 x, uint256 y) = key == 0 ? (uint256(0), uint256(0)) : vm.publicKeyP256(key);
            return _self(abi.encodeCall(account.setPasskey, (bytes32(x), bytes32(y), site)));
        }
        if (kind == 4) {
            // The target comes back while the account pays it.
            bytes[3] memory back = [
                executeCall(BOB, 1 ether, ""),
                abi.encodeCall(account.setOwner, (vm.addr(STRANGER))),
                abi.encodeCall(account.initialize, (vm.addr(STRANGER), 0, 0, 0))
            ];
            adversary.prepare(address(account), back[seed % 3]);
            return executeCall(address(adversary), 1, "");
        }
        // A direct call by the EntryPoint, the account under its other name, and the code of others.
        if (kind == 5) return abi.encodeCall(account.setOwner, (vm.addr(STRANGER)));
        if (kind == 6) return executeCall(address(0), 0, abi.encodeCall(account.setOwner, (vm.addr(STRANGER))));
        bytes memory take = abi.encodeCall(account.setOwner, (vm.addr(STRANGER)));
        return
            abi.encodeWithSignature(
                "execute(bytes32,bytes)",
                bytes32(bytes1(0xff)),
                abi.encodePacked(address(adversary), abi.encodeCall(Adversary.relay, (address(account), take)))
            );
    }

    /// @dev What an owner's operation ought to have done.
    function _follow(uint256 kind, uint256 seed) private {
        if (kind == 1) {
            uint256 owner = _ownerOf(seed);
            if (owner != 0 || _passkey != 0) _owner = owner;
        }
        if (kind == 2 || kind == 3) {
            (uint256 key, bytes32 site) = _passkeyOf(seed);
            if ((key == 0) == (site == 0) && (key != 0 || _owner != 0)) (_passkey, _site) = (key, site);
        }
    }

    function _ownerOf(uint256 seed) private pure returns (uint256) {
        return [OWNER, OWNER, uint256(0), OWNER + 1][seed % 4];
    }

    /// @dev None, a passkey, another, one without a site, a site without one.
    function _passkeyOf(uint256 seed) private pure returns (uint256 key, bytes32 site) {
        uint256 which = seed % 6;
        if (which == 0) return (0, 0);
        if (which == 1) return (OTHER_PASSKEY, RP);
        if (which == 2) return (PASSKEY, 0);
        if (which == 3) return (0, RP);
        return (PASSKEY, RP);
    }

    function _self(bytes memory data) private view returns (bytes memory) {
        return executeCall(address(account), 0, data);
    }

    function _sign(uint256 signer, bytes memory callData) private returns (PackedUserOperation memory op) {
        uint192 key = signer == FOREIGN_VALIDATOR ? uint192(uint256(uint160(address(adversary))) << 32) : 0;
        op = makeOperation(address(account), key, callData);
        bytes32 hash = signer == ELSEWHERE ? hashElsewhere(op) : entryPoint.getUserOpHash(op);
        uint256 owner = _owner == 0 ? STRANGER : _owner;
        uint256 passkey = _passkey == 0 ? PASSKEY : _passkey;
        if (signer == BY_PASSKEY) op.signature = assertionOf(passkey, hash, _site, 0x05);
        else if (signer == OTHER_SITE) op.signature = assertionOf(passkey, hash, sha256("login.example"), 0x05);
        else if (signer == OTHER_PASSKEY_SIGNS) op.signature = assertionOf(0xFACE3, hash, _site, 0x05);
        else if (signer == UNVERIFIED) op.signature = assertionOf(passkey, hash, _site, 0x01);
        else if (signer == BY_STRANGER) op.signature = signatureOf(STRANGER, hash);
        else if (signer == OTHER_ACCOUNT) {
            op.sender = address(_other);
            op.signature = signatureOf(owner, entryPoint.getUserOpHash(op));
            if (owner == STRANGER) op.signature = signatureOf(0xBAD2, entryPoint.getUserOpHash(op));
            op.nonce = entryPoint.getNonce(op.sender, 0);
        } else op.signature = signatureOf(owner, hash);
    }
}
